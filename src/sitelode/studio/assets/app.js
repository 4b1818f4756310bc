// The window: which screen an address means, the bar above it, the line below it, keys that work everywhere.
import { h, fill, number, plural } from "./dom.js";
import { address, base, get, post, hear, listen, tellHere, theme } from "./api.js";
import { makePicker } from "./picker.js";
import siteScreen from "./site.js";
import clustersScreen from "./clusters.js";
import clusterScreen from "./cluster.js";
import compareScreen from "./compare.js";
import pageScreen from "./page.js";
import recordsScreen from "./records.js";
import curvesScreen from "./curves.js";
import similarScreen from "./similar.js";

const SCREENS = [
  ["site", "Site", siteScreen],
  ["clusters", "Clusters", clustersScreen],
  ["cluster", "Cluster", clusterScreen],
  ["compare", "Compare", compareScreen],
  ["page", "Page", pageScreen],
  ["records", "Records", recordsScreen],
  ["curves", "Curves", curvesScreen],
  ["similar", "Alike", similarScreen],
];
const STAGES = {
  read: "Reading and parsing pages", names: "Learning class names", layouts: "Comparing layouts",
  templates: "Studying templates", articles: "Extracting articles",
  kinds: "Telling pages apart", links: "Following links", records: "Finding lists", fields: "Finding fields", classes: "Reading words and links",
};
const root = document.documentElement;
const main = h("main");
const status = h("footer.status", { role: "status" });
const links = new Map(SCREENS.map(([name, text]) => [name, h("a", { href: `${base}/${name}`, "data-screen": name }, text)]));
const source = h("span.source.quiet.one-line");
const undo = h("button", { type: "button", title: "Take back the last correction (u)", onclick: takeBack }, "Undo");
const themeButton = h("button.icon", { type: "button", title: "Light, dark, or as the system", "aria-label": "Theme", onclick: nextTheme }, "◐");
const helpButton = h("button.icon", { type: "button", title: "Keys (?)", "aria-label": "Keys", onclick: () => help.showModal() }, "?");
const help = h("dialog", {},
  h("h1", {}, "Keys"),
  h("dl", {}, ...[
    ["1 … 8", "the screens"], ["j / k", "next or previous page, or list entry"], ["/", "search pages"], ["b t d n", "with a region picked: body, title, date, not content"],
    ["u", "undo the last correction"], ["Esc", "close"], ["?", "these keys"],
  ].flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
  h("p.quiet", {}, h("br"), "Click a text inside a page to say what it is. Pages of strangers are shown without scripts, pictures or network."),
  h("form", { method: "dialog" }, h("p", {}, h("br"), h("button", { onclick: (event) => { event.preventDefault(); help.close(); } }, "Close"))));
const picker = makePicker();
const visited = {}; // the last address of each screen, so that going back to a screen finds it as it was
let current = null, active = null, state = { state: "opening", stages: [] };

export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", `${base}/${path}`);
  show();
}

function parse() {
  const parts = location.pathname.slice(base.length + 1).split("/").filter(Boolean).map(decodeURIComponent);
  const [name = "site", ...rest] = parts;
  return { name, rest, query: new URLSearchParams(location.search) };
}

function show() {
  const where = parse();
  const found = SCREENS.find(([name]) => name === where.name) || SCREENS[0];
  visited[found[0]] = location.pathname + location.search;
  for (const [name, link] of links) {
    link.href = visited[name] && name !== found[0] ? visited[name] : `${base}/${name}`;
    name === found[0] ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  document.title = `${found[1]} – Sitelode studio`;
  picker.close();
  if (state.state !== "ready") return opening();
  if (current?.name === found[0] && current.screen.update?.(where) !== undefined) return;
  current?.screen.close?.();
  const own = (active = {});
  // A screen that was left while it waited for an answer must not change the address of the next one.
  const settle = (path, given) => { if (active === own) history.replaceState(null, "", address(path, given)); };
  current = { name: found[0], screen: found[2](where, { go, state, settle }) };
  fill(main, current.screen.element);
}

function opening() {
  current = null;
  if (state.state === "failed") {
    fill(main, h(".opening", {}, h("div", {}, h("h1", {}, "This could not be opened"), h("p.problem", {}, state.why || ""))));
    return;
  }
  const stages = state.stages.map(({ stage, done, expected }) => h(".stage", {},
    h("span", {}, STAGES[stage] || stage),
    h("span.quiet.number", {}, expected ? `${number(done)} of ${number(expected)}` : number(done)),
    h("progress", expected ? { max: expected, value: done } : {})));
  fill(main, h(".opening", {}, h("div", {}, h("h1", {}, "Opening ", state.source || "the site"), stages.length ? stages : h("progress"))));
}

async function readState() {
  state = await get("state");
  source.textContent = state.source || "";
  source.title = `${state.source}\n${state.folder || ""}`;
  undo.textContent = state.corrections ? `Undo (${state.corrections})` : "Undo";
  undo.disabled = !state.corrections;
  drawStatus();
}

function drawStatus(working = null) {
  if (state.state !== "ready") return fill(status, h("span", {}, state.state === "failed" ? "Failed" : "Opening …"));
  fill(status,
    h("span", {}, `${plural(state.pages, "page")}, ${plural(state.layouts, "layout")}, ${plural(state.articles, "article")}`),
    working && h("span", {}, `${STAGES[working.stage] || working.stage} ${number(working.done)}${working.expected ? ` of ${number(working.expected)}` : ""}`),
    working && h("progress", working.expected ? { max: working.expected, value: working.done } : {}),
    h(".grow"),
    state.corrections ? h("span", {}, plural(state.corrections, "correction")) : null,
    h("span.one-line", { title: "Results and corrections are kept here" }, state.folder || ""));
}

async function takeBack() {
  await post("undo");
}

export function toast(words, action = null) {
  document.querySelector(".toast")?.remove();
  const note = h(".toast", { role: "status" }, words, action && h("button", { type: "button", onclick: () => { note.remove(); action.work(); } }, action.name));
  document.body.append(note);
  setTimeout(() => note.remove(), 6000);
}

function nextTheme() {
  const order = ["", "light", "dark"];
  setTheme(order[(order.indexOf(root.dataset.theme || "") + 1) % order.length]);
}

function setTheme(chosen) {
  chosen ? (root.dataset.theme = chosen) : delete root.dataset.theme;
  themeButton.textContent = chosen === "light" ? "○" : chosen === "dark" ? "●" : "◐";
  try { localStorage.setItem("theme", chosen); } catch { /* a window without storage forgets it */ }
  tellHere("theme", { theme: theme() });
  if (current) { current.screen.close?.(); current = null; show(); }
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea");
  if (event.key === "Escape") { picker.close(); typing?.blur(); return; }
  if (typing || document.querySelector("dialog[open]")) return;
  if (picker.key(event.key)) { event.preventDefault(); return; }
  const place = Number(event.key) - 1;
  if (SCREENS[place]) { event.preventDefault(); links.get(SCREENS[place][0]).click(); }
  else if (event.key === "?") help.showModal();
  else if (event.key === "u" && !undo.disabled) takeBack();
  else if (event.key === "/") { const search = main.querySelector("input[type=search]"); if (search) { event.preventDefault(); search.focus(); } }
  else if (current?.screen.key?.(event.key)) event.preventDefault();
}

function onClick(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target || !link.pathname?.startsWith(`${base}/`)) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  show();
}

document.body.append(
  h("header.top", {},
    h("a.brand", { href: `${base}/site` }, h("img", { src: `${base}/assets/mark.svg`, alt: "" }), "Sitelode"),
    h("nav.screens", { "aria-label": "Screens" }, ...links.values()), h(".grow"), source, undo, themeButton, helpButton),
  main, status, picker.element, help);
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
addEventListener("popstate", show);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => !root.dataset.theme && setTheme(""));
hear("state", async () => { await readState(); show(); });
hear("progress", (news) => {
  if (state.state === "ready") return drawStatus(news.done === news.expected ? null : news);
  state.stages = [...state.stages.filter((each) => each.stage !== news.stage), news];
  if (state.state === "opening") opening();
});
hear("corrected", async () => { await readState(); current?.screen.changed?.(); });
hear("rewritten", async () => { await readState(); current?.screen.changed?.({ files: true }); });
hear("taught", () => current?.screen.changed?.());
hear("problem", (news) => toast(news.why));
hear("connected", async () => { const before = state.state; await readState(); if (before !== state.state || !current) show(); });
hear("disconnected", () => fill(status, h("span.problem", {}, "The studio has ended, or cannot be reached.")));
hear("picked", (news) => current?.screen.picked?.(news, picker));
let kept = "";
try { kept = localStorage.getItem("theme") || ""; } catch { /* nothing kept */ }
setTheme(["light", "dark"].includes(kept) ? kept : "");
await readState();
show();
listen();
