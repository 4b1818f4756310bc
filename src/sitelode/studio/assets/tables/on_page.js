// Records of a page as a table beside it; the row under the mouse is outlined in the page.
import { h, fill, number, plural, shortUrl } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { pageFrame } from "../parts/frame.js";
import { pageFinder } from "../parts/pages.js";

export default function recordsScreen(where, { go, settle }) {
  let page = where.rest[0] ?? null, list = Number(where.query.get("list") || 0), turn = 0, found = null, active = -1;
  const frame = pageFrame("The page with its records");
  const finder = pageFinder({ label: "Find a page", onchoose: (chosen) => go(`tables/page/${chosen.page}`) });
  const facts = h(".facts"), lists = h(".chips"), panel = h(".scroll", { tabindex: "0" });
  const element = h(".screen", {},
    h(".tools", {}, finder.element, facts),
    h(".columns.records-columns", {}, h(".column", {}, frame.element), h(".column", {}, h(".head", {}, lists), panel)));

  async function load() {
    const mine = ++turn;
    active = -1;
    if (page === null) {
      const pages = (await get("records-first")).page;
      page = pages ?? 0;
    }
    settle(`tables/page/${page}`, { list: list || null });
    try {
      found = await get(`records/${page}`, { list });
    } catch (problem) {
      fill(panel, failed(problem));
      return;
    }
    if (mine !== turn) return;
    finder.show(found);
    frame.show(page, { view: "records", list });
    fill(facts, found.selector ? h("span.mono.one-line", { title: "Selector of a record" }, found.selector) : null, h("span", {}, h("b", {}, number(found.lists.length)), found.lists.length === 1 ? " list" : " lists"), h("a", { href: address(`page/${page}`) }, "Page"));
    fill(lists, found.lists.map((each, index) => {
      const box = h("input", { type: "radio", name: "list", checked: index === list, onchange: () => { list = index; load(); } });
      return h("label.chip", { title: each.path }, box, plural(each.records, "record"), h("span.share", {}, each.path.split(" › ").slice(-2).join(" › ")));
    }));
    draw();
  }

  function draw() {
    if (!found.lists.length) return fill(panel, empty("No list of records on this page."));
    const { names, types, rows } = found.table;
    const body = h("tbody", {}, rows.map((cells, index) => h("tr", { "data-index": index }, h("td.number.faint", {}, number(index + 1)), cells.map((cell, column) => h("td", { title: cell }, types[column] === "link" || types[column] === "image" ? shortUrl(cell) : cell)))));
    body.addEventListener("mouseover", (event) => { const row = event.target.closest("tr"); if (row) outline(Number(row.dataset.index), false); });
    fill(panel, h("table.data", {}, h("thead", {}, h("tr", {}, h("th", {}, ""), names.map((name, index) => h("th", { title: types[index] }, name)))), body),
      found.more ? h("p.quiet.padded", {}, `and ${number(found.more)} more`) : null);
    panel.scrollTop = 0;
  }

  function outline(index, scroll = true) {
    const rows = panel.querySelectorAll("tbody tr");
    if (!rows[index] || index === active) return;
    rows[active]?.classList.remove("active");
    active = index;
    rows[index].classList.add("active");
    if (scroll) rows[index].scrollIntoView({ block: "nearest" });
    frame.point(`r${index}`);
  }

  load();
  return {
    element,
    update(next) {
      const wanted = next.rest[1] ?? page;
      const list2 = Number(next.query.get("list") || 0);
      if (String(wanted) !== String(page) || list2 !== list) { page = wanted; list = list2; load(); }
      return true;
    },
    key(key) {
      const by = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[key];
      if (!by || !found?.lists.length) return false;
      outline(Math.max(active + by, 0));
      return true;
    },
  };
}
