// Lists of pages, and a field to find one.
import { h, fill, later, percent, shortUrl } from "../core/dom.js";
import { get } from "../core/api.js";
import { virtualList } from "./list.js";

export function pageRow(page) {
  const article = page.kind === "index" ? null : page.article;
  return h("div", { title: page.url },
    h(".line", {}, page.kind ? h("i.dot", { class: `kind-${page.kind}`, title: page.kind, role: "img", "aria-label": page.kind }) : null, h("span.one-line.grow", { dir: "auto" }, page.title || shortUrl(page.url)), article ? h("span.quiet.number", {}, percent(article.confidence)) : null),
    page.title ? h(".sub.one-line", {}, shortUrl(page.url)) : null);
}

export function pageList({ cluster = null, below = null, kind = null, onchoose, label = "Pages", above = null }) {
  let words = "";
  const list = virtualList({
    rowHeight: 44, label, onchoose, render: pageRow, nothing: "No such page.",
    fetchRows: async (start, count) => {
      const found = await get("pages", { cluster, below, kind, words, start, count });
      return { total: found.total, rows: found.pages };
    },
  });
  const search = h("input", { type: "search", placeholder: "Search pages", "aria-label": "Search pages", oninput: later(() => { words = search.value; again(); }, 160) });
  const again = () => { list.unchoose(); list.top(); list.refresh(); };
  search.classList.add("grow");
  list.refresh();
  return {
    element: h(".column", {}, above, h(".head", {}, search), list.element), list,
    set(next) { ({ kind = kind, below = below } = next); again(); },
    setCluster(next) { if (next !== cluster) { cluster = next; again(); } },
  };
}

// A field in which one types words of a title or an address.
export function pageFinder({ label, onchoose }) {
  const choices = h("ul.hidden", { role: "listbox" });
  const field = h("input", { type: "search", placeholder: label, "aria-label": label, autocomplete: "off" });
  let found = [], at = -1;
  const draw = () => {
    fill(choices, found.map((page, index) => h("li.one-line", { role: "option", "aria-selected": String(index === at), title: page.url, onmousedown: (event) => { event.preventDefault(); take(page); } },
      page.title || shortUrl(page.url))));
    choices.classList.toggle("hidden", !found.length);
  };
  const take = (page) => { found = []; at = -1; draw(); field.blur(); onchoose(page); };
  const look = later(async () => { found = (await get("pages", { words: field.value, count: 12 })).pages; at = -1; if (document.activeElement === field) draw(); }, 120);
  field.addEventListener("input", look);
  field.addEventListener("focus", () => { field.select(); look(); });
  field.addEventListener("blur", () => choices.classList.add("hidden"));
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); at = Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), found.length - 1); draw(); }
    else if (event.key === "Enter" && found.length) take(found[Math.max(at, 0)]);
  });
  return { element: h(".finder.grow", {}, field, choices), show(page) { field.value = page ? shortUrl(page.url) : ""; field.title = page?.url || ""; } };
}
