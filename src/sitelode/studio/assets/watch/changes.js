// What a run of the watch found: articles and records that are new, changed or gone, and what happened to the wrapper.
import { h, fill, number, plural, choice, shortUrl } from "../core/dom.js";
import { address } from "../core/api.js";
import { empty } from "../core/states.js";

const AROUND = 60; // characters before and after what differs in a long text
const MOST_DRAWN = 200;
const ORDER = ["new", "changed", "gone", "layout changed", "drifting", "broken", "repaired", "fits again"];

export function changesPart({ onupdate }) {
  const element = h("section", { "aria-label": "What changed in the last run" });
  let runs = [], at = 0, kind = "", waiting = false;

  function show(found) {
    ({ runs, waiting } = found);
    at = 0;
    kind = "";
    draw();
  }

  function draw() {
    if (!runs.length) return fill(element, h("h2", {}, "What changed"), empty("Nothing to compare yet. “Refresh” looks for what is new, changed or gone since these pages were mined."));
    const run = runs[at], counts = new Map();
    for (const event of run.events) counts.set(event.event, (counts.get(event.event) || 0) + 1);
    const kinds = ORDER.filter((name) => counts.has(name));
    const shown = run.events.filter((event) => !kind || event.event === kind);
    fill(element,
      h(".line-of-tools", {}, h("h2", {}, at ? "What changed in this run" : "What changed in the last run"), runPicker(), h(".grow"), at === 0 && waiting ? update() : null),
      h("p.quiet", {}, `${plural(run.pages, "page")} read. `, run.is_taken ? "The result is up to date with it." : run.events.length ? "Compared with the pages of this result." : null),
      kinds.length > 1 ? h("div", {}, choice([["", `All ${number(run.events.length)}`], ...kinds.map((name) => [name, `${name} ${number(counts.get(name))}`])], kind, (next) => { kind = next; draw(); }, "Kind of change")) : null,
      shown.length ? h("ul.events", {}, shown.slice(0, MOST_DRAWN).map(line)) : empty("Nothing changed."),
      shown.length > MOST_DRAWN || run.left_out ? h("p.quiet", {}, `and ${number(Math.max(shown.length - MOST_DRAWN, 0) + run.left_out)} more`) : null);
  }

  const update = () => h("button.primary", { type: "button", title: "Mine the pages again; corrections and taught fields stay", onclick: onupdate }, "Update the result");

  const runPicker = () => (runs.length > 1
    ? h("select", { "aria-label": "Run", onchange: (event) => { at = Number(event.target.value); kind = ""; draw(); } }, runs.map((run, place) => h("option", { value: String(place), selected: place === at }, `${moment(run.at)}: ${plural(run.events.length + run.left_out, "event")}`)))
    : h("span.quiet", {}, moment(runs[0].at)));

  return { element, show };
}

export const moment = (at) => at.replace("T", " ").replace(/:\d\dZ?$/, "");

function line(event) {
  const name = event.title || shortUrl(event.key || "");
  return h("li.event", {}, h("span.badge", { class: event.event.split(" ")[0] }, event.event),
    h(".what", {}, h("p.one-line", { title: event.key, dir: "auto" }, event.page === null || event.page === undefined ? h("b", {}, name) : h("a", { href: address(`page/${event.page}`) }, name), h("span.quiet", {}, ` ${event.kind}`)),
      (event.changes || []).map(change), (event.reasons || []).map((reason) => h("p", {}, reason)), (event.history || []).map((words) => h("p", {}, words)),
      event.event === "layout changed" ? h("p.quiet", {}, `It had ${plural(event.pages || 0, "page")}.`) : null));
}

function change({ field, from, to }) {
  const [before, after] = differing(words(from), words(to));
  return h("p.change", { dir: "auto" }, h("span.quiet", {}, `${field} `), before ? h("del", {}, before) : h("span.faint", {}, "nothing"), " → ", after ? h("ins", {}, after) : h("span.faint", {}, "nothing"));
}

const words = (value) => (value === null || value === undefined ? "" : typeof value === "string" ? value : Array.isArray(value) && value.every((each) => typeof each === "string") ? value.join(", ") : JSON.stringify(value));

// Of two long texts, only where they differ.
function differing(from, to) {
  if (from.length + to.length < 4 * AROUND || !from || !to) return [cut(from), cut(to)];
  let first = 0, last = 0;
  while (first < Math.min(from.length, to.length) && from[first] === to[first]) first++;
  while (last < Math.min(from.length, to.length) - first && from[from.length - 1 - last] === to[to.length - 1 - last]) last++;
  const start = Math.max(first - AROUND, 0);
  return [from, to].map((text) => cut(`${start ? "… " : ""}${text.slice(start, Math.min(text.length - last + AROUND, text.length))}${last > AROUND ? " …" : ""}`));
}

const cut = (text) => (text.length > 500 ? `${text.slice(0, 500)} …` : text);
