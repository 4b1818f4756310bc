// Sections as a tree that opens and closes; rows out of sight do not exist, so that a thousand sections are as quick as ten.
import { h, later, number } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { arrayList } from "../parts/list.js";

// A tag has no articles of its own: it lists those of other sections.
export const counted = (section) => (section.articles || !section.listed ? number(section.articles) : `lists ${number(section.listed)}`);

export function sectionTree({ onchoose }) {
  let found = null, open = new Set(), chosen = null, words = "";
  const search = h("input", { type: "search", placeholder: "Find a section", "aria-label": "Find a section", oninput: later(() => { words = search.value.toLowerCase().trim(); draw(); }, 120) });
  const list = arrayList({ rowHeight: 30, label: "Sections", roles: ["tree", "treeitem"], render: drawRow, onchoose: (row) => onchoose(row.place), nothing: "No such section." });
  list.box.addEventListener("keydown", (event) => {
    const row = list.chosenRow;
    if (row && event.target === list.box && (event.key === "ArrowRight" || event.key === "ArrowLeft")) { event.preventDefault(); toggle(row.place, event.key === "ArrowRight"); }
  });
  const element = h(".tree-box", {}, h(".head", {}, search), list.element);
  search.classList.add("grow");

  function toggle(place, on) {
    on ? open.add(place) : open.delete(place);
    draw();
  }

  function drawRow({ place, section, depth, below }) {
    const most = Math.max(1, ...found.sections.filter((each) => each.above === section?.above).map((each) => each.articles)), bar = h("i");
    bar.style.width = `${Math.round((100 * (section?.articles || 0)) / most)}%`;
    const row = h(".section-row", { "aria-level": String(depth + 1), "aria-expanded": below ? String(open.has(place)) : null, class: place === chosen ? "chosen" : "", title: section ? `${section.label}\n${number(section.articles)} articles, ${number(section.index_pages)} index pages\n${section.url}` : "Pages that no section lists" },
      below ? h("button.icon.twist", { type: "button", tabindex: "-1", "aria-label": open.has(place) ? "Close" : "Open", onclick: () => toggle(place, !open.has(place)) }, icon(open.has(place) ? "down" : "right", 14)) : h("span.twist"),
      h("span.one-line.grow", { dir: "auto" }, section ? section.label || section.url : "In no section"), h("span.meter", { "aria-hidden": "true" }, bar), h("span.number.quiet", {}, section ? counted(section) : number(found.unlisted)));
    row.style.paddingInlineStart = `${6 + 14 * depth}px`;
    return row;
  }

  function draw() {
    const children = new Map();
    found.sections.forEach((section, place) => children.set(section.above, [...(children.get(section.above) || []), place]));
    const rows = [];
    const visit = (place, depth) => {
      const below = children.get(place) || [];
      rows.push({ place, section: found.sections[place], depth, below: below.length });
      if (open.has(place)) for (const each of below) visit(each, depth + 1);
    };
    if (words) found.sections.forEach((section, place) => { if (`${section.label} ${section.url}`.toLowerCase().includes(words)) rows.push({ place, section, depth: 0, below: 0 }); });
    else for (const place of children.get(-1) || []) visit(place, 0);
    if (!words && found.unlisted) rows.push({ place: found.sections.length, section: null, depth: 0, below: 0 });
    list.show(rows);
    const at = rows.findIndex((row) => row.place === chosen);
    if (at >= 0) list.choose(at, { quietly: true });
  }

  return {
    element,
    show(next, section) {
      found = next;
      chosen = section;
      for (const [place, each] of found.sections.entries()) if (each.above < 0 && open.size === 0) open.add(place);
      this.choose(section);
    },
    choose(section) {
      chosen = section;
      for (let at = found.sections[section]?.above ?? -1; at >= 0; at = found.sections[at].above) open.add(at);
      draw();
    },
  };
}
