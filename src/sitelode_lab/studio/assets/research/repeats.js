// IEPAD's pattern viewer: candidates of a page, what each criterion left, and the records of the chosen one.
import { h, fill, number } from "../core/dom.js";
import { get } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { pageFinder } from "../parts/pages.js";

const GROUPS = ["logical", "physical", "special"];

export default function repeatsTool(where, { settle }) {
  let page = where.rest[0], pattern = Number(where.query.get("pattern") || 0), density = where.query.get("density") || "0.45", turn = 0;
  const dropped = new Set((where.query.get("drop") || "").split(",").filter(Boolean));
  const finder = pageFinder({ label: "Page", onchoose: (next) => { page = next.page; pattern = 0; load(); } });
  const boxes = GROUPS.map((group) => h("label", {}, h("input", { type: "checkbox", checked: dropped.has(group), onchange: (event) => {
    event.target.checked ? dropped.add(group) : dropped.delete(group); pattern = 0; load(); } }), ` no ${group} tags`));
  const slider = h("input", { type: "range", min: "0.05", max: "1", step: "0.05", value: density, "aria-label": "Least density of a repeat" }), shown = h("output", {}, density);
  const facts = h(".facts"), left = h(".scroll"), right = h(".scroll", { tabindex: "0", role: "region", "aria-label": "Records" });
  const element = h(".screen", {},
    h(".tools", {}, finder.element, ...boxes, h("label.slider", {}, h("span.quiet", {}, "Density"), slider, shown), h(".grow"), facts),
    h(".columns.two-columns", {}, h(".column", {}, left), h(".column", {}, right)));

  async function load() {
    const mine = ++turn;
    if (page === undefined) page = (await get("records-first")).page ?? 0;
    settle(`research/repeats/${page}`, { pattern: pattern || null, density: density === "0.45" ? null : density, drop: [...dropped].join(",") || null });
    fill(left, loading("Sorting the tokens …"));
    let found;
    try {
      found = await get(`repeats/${page}`, { pattern, density, drop: [...dropped].join(",") });
    } catch (problem) {
      if (mine === turn) { fill(left, failed(problem)); fill(right); }
      return;
    }
    if (mine !== turn) return;
    finder.show(found);
    const stages = Object.entries(found.left).map(([stage, count], place) => `${number(count)} ${place ? `after ${stage}` : stage}`);
    fill(facts, h("span", {}, h("b", {}, number(found.tokens)), " tokens"), h("span", {}, stages.join(", ")));
    if (!found.patterns.length) { fill(left, empty("No repeat passes. A lower density, or fewer tags, lets more through.")); fill(right); return; }
    const head = h("tr", {}, ["count", "length", "regularity", "density", "vicinity", "pattern"].map((word) => h("th", {}, word)));
    fill(left, h("table.data", {}, h("thead", {}, head), h("tbody", {}, found.patterns.map((each, place) =>
      h("tr", { class: place === found.chosen ? "active" : "", tabindex: "0", onclick: () => choose(place), onkeydown: (event) => event.key === "Enter" && choose(place) },
        [each.count, each.length, each.regularity, each.density, each.vicinity].map((value) => h("td.number", {}, String(value))), h("td.mono", { title: each.name }, each.name))))));
    fill(right, h("h2", {}, "Occurrences of the chosen pattern"), table(found.records));
  }

  function choose(place) { pattern = place; load(); }
  slider.addEventListener("input", () => { shown.textContent = slider.value; });
  slider.addEventListener("change", () => { density = slider.value; pattern = 0; load(); });
  load();
  return {
    element,
    update(next) { if (next.rest[0] !== undefined && next.rest[0] !== String(page)) { page = next.rest[0]; pattern = 0; load(); } return true; },
    key: () => false,
  };
}

const table = (rows) => h("table.data", {}, h("tbody", {}, rows.map((row, place) => h("tr", {}, h("td.number.faint", {}, String(place + 1)), row.map((text) => h("td", { title: text }, text))))));
