// Files with the articles that the table shows.
import { h, fill } from "../core/dom.js";
import { address } from "../core/api.js";
import { icon } from "../core/icons.js";

const KINDS = [["csv", "CSV", "for spreadsheets"], ["jsonl", "JSON lines", "for programs"], ["parquet", "Parquet", "for data frames"], ["zip", "Markdown", "one file per article, zipped"]];

export function downloadMenu(query) {
  const list = h("ul", { role: "list" });
  const menu = h("details.menu", {}, h("summary.button", { title: "Download the articles shown" }, icon("download"), " Download"), list);
  menu.addEventListener("toggle", () => menu.open && fill(list, KINDS.map(([kind, name, words]) =>
    h("li", {}, h("a", { href: address(`download/${kind}`, query()), download: `articles.${kind}`, onclick: () => { menu.open = false; } }, h("b", {}, name), " ", h("span.quiet", {}, words))))));
  document.addEventListener("click", (event) => { if (menu.open && !menu.contains(event.target)) menu.open = false; });
  return menu;
}
