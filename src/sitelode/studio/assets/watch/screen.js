// Watch: does the wrapper still fit the site? Verdicts over time, the last one in full, and a repair that is shown before it is kept.
import { h, fill, number, percent, plural, shortUrl } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { empty, loading, problem } from "../core/states.js";
import { toast } from "../core/toast.js";

const NUMBERS = ["pages", "match", "learnt from"];
const head = (word) => h("th", { class: NUMBERS.includes(word) ? "number" : "" }, word);
const WORDS = { fits: "The wrapper fits", drifting: "The site has begun to change", broken: "The wrapper no longer fits" };

export default function watchScreen(where, { settle }) {
  let found = null;
  const source = h("input", { type: "text", "aria-label": "Pages of today", placeholder: "the pages of this result; or an address, a folder, a file with newer ones" });
  const check = h("button.primary", { type: "button", onclick: () => run("check-wrapper", showVerdict) }, icon("refresh"), " Check");
  const mend = h("button", { type: "button", onclick: () => run("propose-repair", showRepair) }, icon("wrench"), " Look for a repair");
  const last = h("section", { "aria-label": "Result" }), history = h("section", { "aria-label": "Verdicts over time" }), layouts = h("section", { "aria-label": "Layouts of the wrapper" });
  const element = h(".screen.watch", {}, h(".tools", {}, h("h1", {}, "Watch"), source, check, mend),
    h(".scroll", { tabindex: "0", role: "region", "aria-label": "Watch" }, h(".watch-page", {}, last, history, layouts)));
  source.classList.add("grow");

  async function load() {
    settle("watch");
    if (!found) fill(history, loading());
    try {
      found = await get("watch");
    } catch (error) {
      return fill(history, problem(error, load));
    }
    drawHistory();
    drawLayouts();
  }

  async function run(path, show) {
    for (const button of [check, mend]) button.disabled = true;
    fill(last, loading(path === "check-wrapper" ? "Reading pages with the wrapper …" : "Looking for what moved …"));
    try {
      show(await post(path, { source: source.value }));
      await load();
    } catch (error) {
      fill(last, problem(error));
    }
    for (const button of [check, mend]) button.disabled = false;
  }

  const badge = (verdict) => h("span.badge", { class: verdict }, verdict);

  function showVerdict(verdict) {
    fill(last, h("h2", {}, badge(verdict.verdict), " ", WORDS[verdict.verdict]), h("p.quiet", {}, `${plural(verdict.pages, "page")}, layouts match by ${percent(verdict.match)}`),
      verdict.reasons.length ? h("ul", {}, verdict.reasons.map((reason) => h("li", {}, reason))) : null, verdict.fields.length ? fieldTable(verdict.fields) : null);
  }

  const fieldTable = (fields) => h("table.data", {}, h("thead", {}, h("tr", {}, ["layout", "field", "verdict", "why"].map((word) => h("th", {}, word)))),
    h("tbody", {}, fields.map((field) => h("tr", {}, h("td", {}, field.layout), h("td", {}, field.field), h("td", {}, badge(field.verdict)), h("td.wrap", {}, field.reasons.join("; "))))));

  function showRepair(repair) {
    if (!repair.repaired) return fill(last, h("h2", {}, badge(repair.before.verdict), " Nothing was repaired"), h("p", {}, repair.refusal || "Nothing on these pages proves where the content is now."), repair.before.reasons.length ? h("ul", {}, repair.before.reasons.map((reason) => h("li", {}, reason))) : null);
    fill(last, h("h2", {}, badge(repair.before.verdict), " → ", badge(repair.after.verdict), " A repair was found"), h("ul", {}, repair.changes.map((change) => h("li", {}, change))),
      repair.questions.length ? h("p.note", {}, repair.questions.join("; ")) : null, repair.examples.map(example),
      h("p.buttons", {}, h("button.primary", { type: "button", onclick: keep }, icon("check"), " Keep the repair"), h("span.quiet", {}, "written beside the wrapper as wrapper.repaired.json")));
  }

  function example(each) {
    const side = (title, values) => h(".side", {}, h("h3", {}, title), Object.keys(values).length ? h("dl.fields", {}, Object.entries(values).flatMap(([name, value]) => [h("dt", {}, name), h("dd", { dir: "auto" }, value)])) : h("p.quiet", {}, "nothing"));
    return h(".before-after", {}, h("p.one-line", { title: each.url }, shortUrl(each.url)), side("before", each.before), side("after", each.after));
  }

  async function keep() {
    try {
      toast(`Kept: ${(await post("keep-repair")).file}`);
    } catch (error) {
      toast(error.message);
    }
  }

  function drawHistory() {
    if (!found.verdicts.length) return fill(history, h("h2", {}, "Verdicts over time"), empty("Nobody has checked this wrapper yet. Check it on newer pages of the site, or run “sitelode watch” now and then."));
    const bars = found.verdicts.slice(0, 60).reverse().map((each) => h("i", { class: each.verdict, title: `${each.at}: ${each.verdict}, ${plural(each.pages, "page")}` }));
    fill(history, h("h2", {}, "Verdicts over time"), h(".verdict-bars", { role: "img", "aria-label": `${plural(found.checks, "check")}, the last one: ${found.verdicts[0].verdict}` }, bars),
      h("table.data", {}, h("thead", {}, h("tr", {}, ["when", "verdict", "pages", "match", "why", "where"].map(head))),
        h("tbody", {}, found.verdicts.map((each) => h("tr", {}, h("td", {}, each.at.replace("T", " ").replace("Z", "")), h("td", {}, badge(each.verdict)), h("td.number", {}, number(each.pages)), h("td.number", {}, percent(each.match)), h("td.wrap", {}, each.reasons.slice(0, 3).join("; ")), h("td", { title: each.source }, each.source))))));
  }

  function drawLayouts() {
    fill(layouts, h("h2", {}, `The wrapper: ${plural(found.layouts.length, "layout")}`), found.history.length ? h("ul", {}, found.history.map((line) => h("li", {}, line))) : null,
      h("table.data", {}, h("thead", {}, h("tr", {}, ["layout", "reads", "learnt from", "learnt on", "addresses"].map(head))),
        h("tbody", {}, found.layouts.map((each) => h("tr", {}, h("td", {}, each.name), h("td", {}, each.nothing ? `nothing: ${each.nothing}` : each.kind), h("td.number", {}, plural(each.pages, "page")), h("td", {}, each.learned), h("td.mono", { title: each.addresses.join("\n") }, each.addresses[0] || ""))))));
  }

  load();
  return { element, update: () => true, changed: ({ files } = {}) => files && load() };
}
