// What the rules find in all texts, to read, to check and to download.
import { h, fill, number, percent, choice, shortUrl } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { icon } from "../core/icons.js";
import { empty } from "../core/states.js";
import { dataGrid } from "../parts/grid.js";

export function valuesView({ about, kind, open }) {
  let order = "doubt";
  const head = h(".head.mark-form.wraps"), place = h(".sheet-box"), element = h(".column", {}, head, place);
  if (!about.learnt_fields.length) return { element: h(".column", {}, empty("Nothing is learnt yet. Mark some values, then learn.", h("button", { type: "button", onclick: () => open("mark") }, "Mark values"))) };

  const cell = (row, field) => {
    const found = row.values.filter((each) => each.field === field);
    return h("span.one-line", { dir: "auto", title: found.map((each) => `${each.value}: ${each.rule}, ${percent(each.precision)} right`).join("\n") }, found.map((each) => each.value).join(", "));
  };
  const sure = (row) => Math.min(...row.values.map((each) => each.precision));
  const grid = dataGrid({
    label: "Values", idOf: (row) => row.id, rowHeight: 32, nothing: "The rules find nothing in these texts. Mark more of them, or take another system.",
    columns: [{ name: "text", title: "text", width: "minmax(160px, 2fr)", render: (row) => h("span.one-line", { dir: "auto", title: row.id }, row.name || shortUrl(row.id)) },
      ...about.learnt_fields.map((field) => ({ name: field, title: field, width: "minmax(120px, 1.5fr)", render: (row) => cell(row, field) })),
      { name: "sure", title: "sure", width: "60px", render: (row) => h("span.number", {}, percent(sure(row))) }],
    onchoose: (row) => open("mark", row.id),
    fetchRows: async (start, count) => {
      const found = await get("rules/values", { kind, order, start, count });
      if (!start) drawHead(found);
      return { total: found.total, rows: found.rows.map((row) => ({ ...row, title: row.name })) };
    },
  });
  grid.box.style.setProperty("--table-width", `${(about.learnt_fields.length + 2) * 140 + 60}px`);
  grid.box.classList.add("wide");

  function drawHead(found) {
    fill(head, h("span", {}, `Values in ${number(found.total)} of ${number(found.texts)} texts; a click opens the text`), h(".grow"),
      choice([["doubt", "Doubtful first"], ["text", "As they come"]], order, (next) => { order = next; grid.top(); grid.refresh(); }, "Order"),
      ["csv", "jsonl"].map((form) => h("a.button", { href: address(`found/rules.${form}`, { kind }), download: `rules.${form}` }, icon("download"), form === "csv" ? " CSV" : " JSON lines")));
  }

  fill(place, grid.element);
  grid.refresh();
  return { element, key: (key) => (key === "j" || key === "k") && (grid.step(key === "j" ? 1 : -1), true) };
}
