// The site: its sections as a tree and as areas, and the pages of the section that is chosen.
import { h, fill, number, plural, shortUrl } from "../core/dom.js";
import { get } from "../core/api.js";
import { empty, loading, problem } from "../core/states.js";
import { pageList } from "../parts/pages.js";
import { sectionTree } from "./tree.js";
import { treemap } from "./treemap.js";

const WORDS = { article: "article", index: "index page", detail: "detail page", other: "other page" }; // of kinds of pages

export default function siteScreen(where, { go, settle }) {
  let found = null, chosen = where.query.has("section") ? Number(where.query.get("section")) : null, kind = where.query.get("kind") || "";
  const facts = h(".facts"), crumbs = h("nav.crumbs", { "aria-label": "Where this is" }), areas = h(".areas"), title = h("h2.grow.one-line");
  const kinds = h("select", { "aria-label": "Kind of pages", onchange: () => { kind = kinds.value; pages.set({ kind }); remember(); } });
  const tree = sectionTree({ onchoose: choose });
  const pages = pageList({ below: chosen, kind, label: "Pages", above: h(".head", {}, title, kinds), onchoose: (page) => go(page.kind === "index" ? `tables/page/${page.page}` : `page/${page.page}`) });
  const body = h(".columns.site-columns", {}, h(".column", {}, tree.element), h(".column.area-column", {}, h(".head", {}, crumbs), areas), pages.element);
  const element = h(".screen", {}, h(".tools", {}, h("h1", {}, "Sections"), h("p.quiet", {}, "How the site is organised: its index pages and the articles they list."), facts), body);

  const remember = () => settle("site", { section: chosen, kind });

  async function load() {
    fill(areas, loading("Reading the sections of the site …"));
    try {
      found = await get("sections");
    } catch (error) {
      fill(areas, problem(error, load));
      return;
    }
    const top = found.sections.filter((section) => section.above < 0).length;
    fill(facts, h("span", {}, h("b", {}, number(found.sections.length)), found.sections.length === 1 ? " section" : " sections"),
      Object.entries(found.kinds).map(([name, count]) => h("span", {}, h("i.dot", { class: `kind-${name}` }), " ", h("b", {}, number(count)), ` ${WORDS[name] || name}${count === 1 ? "" : "s"}`)));
    fill(kinds, h("option", { value: "" }, "All kinds"), Object.entries(found.kinds).map(([name, count]) => h("option", { value: name, selected: name === kind }, `${name} (${number(count)})`)));
    tree.show(found, chosen);
    if (chosen === null && top === 1 && found.sections.length > 1) return draw();
    draw();
  }

  function choose(section) {
    chosen = section;
    pages.set({ below: section });
    tree.choose(section);
    draw();
  }

  function draw() {
    remember();
    const section = chosen === null ? null : found.sections[chosen];
    title.textContent = chosen === null ? "All pages" : section ? section.label : "Pages in no section";
    title.title = section?.url || "";
    const path = [];
    for (let at = chosen ?? -1; found.sections[at]; at = found.sections[at].above) path.unshift(at);
    fill(crumbs, h("button.plain", { type: "button", onclick: () => choose(null), "aria-current": chosen === null ? "page" : null }, "Whole site"),
      path.map((at) => [" › ", h("button.plain", { type: "button", onclick: () => choose(at), "aria-current": at === chosen ? "page" : null }, found.sections[at].label)]));
    if (!found.sections.length) return fill(areas, empty("No index pages were found, so this site has no sections. All of its pages are in the list."));
    fill(areas, treemap({ sections: found.sections, above: chosen ?? -1, onchoose: choose }) || empty(section ? `No sections below ${section.label}. Its ${plural(section.articles, "article")} and ${plural(section.index_pages, "index page")} are in the list.` : "No sections."));
  }

  load();
  return {
    element,
    update(next) {
      const section = next.query.has("section") ? Number(next.query.get("section")) : null;
      if (found && section !== chosen) choose(section);
      return true;
    },
    changed: ({ files } = {}) => { if (files) { load(); pages.set({}); } },
    key(key) {
      if (key === "j" || key === "k") return pages.list.step(key === "j" ? 1 : -1), true;
      return false;
    },
  };
}
