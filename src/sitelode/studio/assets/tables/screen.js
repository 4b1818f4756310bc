// Tables: the lists of the site and the fields of its detail pages as spreadsheets; and the lists of any one page.
import { h, fill, number, plural } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { icon } from "../core/icons.js";
import { empty, loading, problem } from "../core/states.js";
import { sheet } from "./sheet.js";
import onPage from "./on_page.js";

export default function tablesScreen(where, context) {
  return where.rest[0] === "page" ? onPage({ ...where, rest: where.rest.slice(1) }, context) : allTables(where, context);
}

function allTables(where, context) {
  const { settle, go } = context;
  let key = where.rest[0] || null, found = null;
  const names = h("nav.table-names", { "aria-label": "Tables" }), place = h(".column.sheet-column", {}, loading("Reading the tables …"));
  const element = h(".screen.tables-screen", {}, h(".tools", {}, h("h1", {}, "Tables"), h("p.quiet", {}, "Lists and detail pages of the site as spreadsheets. Click a column to sort, rename, move, merge or hide it; click cells to copy them."), h(".grow"), h("a.button", { href: address("tables/page") }, icon("list"), " Lists of one page")),
    h(".columns.tables-columns", {}, h(".column", {}, names), place));
  let current = null;

  async function load() {
    try {
      found = await get("tables");
    } catch (error) {
      return fill(place, problem(error, load));
    }
    if (!found.tables.length) return fill(place, empty("No lists and no detail pages were found on this site. ", h("a", { href: address("tables/page") }, "Look at a single page"), " to see what it lists."));
    if (!found.tables.some((table) => table.key === key)) key = found.tables[0].key;
    draw();
  }

  function draw() {
    settle(`tables/${key}`);
    fill(names, found.tables.map((table) => h("a.table-name", { href: address(`tables/${table.key}`), "aria-current": table.key === key ? "page" : null },
      h("b", {}, icon(table.is_list ? "list" : "table", 15), ` ${table.is_list ? "List" : "Details"} ${table.key.split("-")[1]}`), h("span.quiet", {}, `${plural(table.rows, "row")}, ${plural(table.pages, "page")}`),
      h("span.quiet.one-line", { title: table.where }, table.where.replace(/^([a-z]+:\/\/)?[^/]*/, "") || "/"), h("span.faint.one-line", { dir: "auto" }, table.columns.join(", ")))));
    current = sheet({ table: found.tables.find((table) => table.key === key), types: found.types, go, onchanged: load });
    fill(place, current.element);
  }

  load();
  return {
    element,
    update(next) {
      if (next.rest[0] === "page") return undefined;
      if (found && next.rest[0] && next.rest[0] !== key) { key = next.rest[0]; draw(); }
      return true;
    },
    changed: ({ files } = {}) => files && load(),
    key: (pressed) => current?.key(pressed) || false,
  };
}
