// The columns of the table of articles.
import { h, percent } from "../core/dom.js";
import { icon } from "../core/icons.js";

const day = (date) => (date || "").slice(0, 10);
const cell = (text, about = {}) => h("span.one-line", { title: text, dir: "auto", ...about }, text || "");

export function sureness(confidence) {
  const bar = h("i");
  bar.style.width = `${Math.round(confidence * 100)}%`;
  return h(".sure", { class: confidence < 0.7 ? "low" : "", title: `${percent(confidence)} of such texts are right on other sites` }, h(".meter", { "aria-hidden": "true" }, bar), h("span.number", {}, percent(confidence)));
}

const title = (marked) => (row) => [
  h("span.title-line", {}, row.checked ? h("span.checked", { title: "Checked", role: "img", "aria-label": "checked" }, icon("check", 14)) : null, cell(row.title || "(no title)", row.title ? {} : { class: "faint" })),
  row.excerpt ? h("span.one-line.sub", { title: row.excerpt, dir: "auto" }, marked(row.excerpt)) : null,
];

// `marked` marks the words of the search that is on.
export const columns = (marked) => [
  { name: "title", title: "Title", width: "minmax(160px, 4fr)", sorts: true, render: title(marked), class: "title-cell" },
  { name: "date", title: "Date", width: "92px", sorts: true, down: true, render: (row) => cell(day(row.date), { title: row.date }) },
  { name: "author", title: "Author", width: "minmax(70px, 1.2fr)", sorts: true, render: (row) => cell(row.author), class: "wide-only" },
  { name: "section", title: "Section", width: "minmax(70px, 1fr)", sorts: true, render: (row) => cell(row.section), class: "wide-only" },
  { name: "confidence", title: "Confidence", width: "92px", sorts: true, render: (row) => sureness(row.confidence), class: "mid-only" },
];
