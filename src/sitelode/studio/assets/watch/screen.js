// Watch: what changed on the site, does the wrapper still fit it, verdicts over time, and a repair that is shown before it is kept.
import { h, fill, number, percent, plural, shortUrl } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { empty, loading, problem } from "../core/states.js";
import { toast } from "../core/toast.js";
import { changesPart, moment } from "./changes.js";
import { badge, repairPart } from "./repair.js";
import { refreshPart } from "./refresh.js";

const NUMBERS = ["pages", "match", "learnt from"];
const head = (word) => h("th", { class: NUMBERS.includes(word) ? "number" : "" }, word);
const WORDS = { fits: "The wrapper fits", drifting: "The site is changing", broken: "The wrapper no longer fits" };

export default function watchScreen(where, { settle }) {
  let found = null;
  const source = h("input.grow", { type: "text", "aria-label": "Pages of today", placeholder: "other pages of the site: an address, a folder or a file" });
  const check = h("button", { type: "button", onclick: () => run("check-wrapper", showVerdict) }, icon("check"), " Check");
  const mend = h("button", { type: "button", onclick: () => run("propose-repair", repair.show) }, icon("wrench"), " Look for a repair");
  const last = h("section", { "aria-label": "Result" }), history = h("section", { "aria-label": "Verdicts over time" }), layouts = h("section", { "aria-label": "Layouts of the wrapper" });
  const repair = repairPart(last), changes = changesPart({ onupdate: update }), refresh = refreshPart({ onproblem: (error) => fill(last, problem(error)), onstart: load });
  const element = h(".screen.watch", {}, h(".tools", {}, refresh.element, h("label.check-source", {}, h("span.quiet", {}, "or check"), source), check, mend),
    h(".scroll", { tabindex: "0", role: "region", "aria-label": "Watch" }, h(".watch-page", {}, h("p.quiet", {}, "See what changed on the site, and check whether the learnt rules (the wrapper) still fit."), refresh.told, last, changes.element, history, layouts)));

  async function load() {
    settle("watch");
    if (!found) fill(history, loading());
    try {
      found = await get("watch");
    } catch (error) {
      return fill(history, problem(error, load));
    }
    refresh.show(found);
    changes.show(found);
    drawHistory();
    drawLayouts();
  }

  async function run(path, show) {
    for (const button of [check, mend]) button.disabled = true;
    fill(last, loading(path === "check-wrapper" ? "Reading pages with the wrapper …" : "Looking for a repair …"));
    try {
      show(await post(path, { source: source.value }));
      await load();
    } catch (error) {
      fill(last, problem(error));
    }
    for (const button of [check, mend]) button.disabled = false;
  }

  async function update() {
    try {
      await post("update");
    } catch (error) {
      toast(error.message);
    }
  }

  function showVerdict(verdict) {
    fill(last, h("h2", {}, badge(verdict.verdict), " ", WORDS[verdict.verdict]), h("p.quiet", {}, `${plural(verdict.pages, "page")}, layouts match by ${percent(verdict.match)}`),
      verdict.reasons.length ? h("ul", {}, verdict.reasons.map((reason) => h("li", {}, reason))) : null, verdict.fields.length ? fieldTable(verdict.fields) : null);
  }

  const fieldTable = (fields) => h("table.data", {}, h("thead", {}, h("tr", {}, ["layout", "field", "verdict", "why"].map((word) => h("th", {}, word)))),
    h("tbody", {}, fields.map((field) => h("tr", {}, h("td", {}, field.layout), h("td", {}, field.field), h("td", {}, badge(field.verdict)), h("td.wrap", {}, field.reasons.join("; "))))));

  function drawHistory() {
    if (!found.verdicts.length) return fill(history, h("h2", {}, "Verdicts over time"), empty("Not checked yet. Click Refresh, or run “sitelode wrapper watch” regularly."));
    const bars = found.verdicts.slice(0, 60).reverse().map((each) => h("i", { class: each.verdict, title: `${moment(each.at)}: ${each.verdict}, ${plural(each.pages, "page")}` }));
    fill(history, h("h2", {}, "Verdicts over time"), h(".verdict-bars", { role: "img", "aria-label": `${plural(found.checks, "check")}, the last one: ${found.verdicts[0].verdict}` }, bars),
      h(".wide-table", { tabindex: "0", role: "region", "aria-label": "Verdicts" }, h("table.data", {}, h("thead", {}, h("tr", {}, ["when", "verdict", "pages", "match", "why", "where"].map(head))),
        h("tbody", {}, found.verdicts.map((each) => h("tr", {}, h("td", {}, moment(each.at)), h("td", {}, badge(each.verdict)), h("td.number", {}, number(each.pages)), h("td.number", {}, percent(each.match)), h("td.wrap", {}, each.reasons.slice(0, 3).join("; ")), h("td", { title: each.source }, shortPlace(each.source))))))));
  }

  function drawLayouts() {
    fill(layouts, h("h2", {}, `Wrapper: ${plural(found.layouts.length, "layout")}`), h("p.quiet", {}, "A wrapper holds the extraction rules of a site, one set per layout; “sitelode wrapper apply” reads new pages with it."), found.history.length ? h("ul", {}, found.history.map((line) => h("li", {}, line))) : null,
      h(".wide-table", { tabindex: "0", role: "region", "aria-label": "Layouts" }, h("table.data", {}, h("thead", {}, h("tr", {}, ["layout", "reads", "learnt from", "learnt on", "addresses"].map(head))),
        h("tbody", {}, found.layouts.map((each) => h("tr", {}, h("td", { title: each.name }, each.nothing || each.name), h("td", {}, each.nothing ? "no articles" : each.kind), h("td.number", {}, plural(each.pages, "page")), h("td", {}, each.learned), h("td.mono", { title: each.addresses.join("\n") }, each.addresses[0] || "")))))));
  }

  load();
  return { element, update: () => true, ended: () => load(), changed: ({ files } = {}) => files && load() };
}

// The end of a path says more than its beginning.
const shortPlace = (place) => (place.includes("://") ? shortUrl(place) : place.split("/").slice(-2).join("/"));
