// The window: the bar above, the screen, the line below, and keys that work everywhere.
import { h, fill, plural } from "./core/dom.js";
import { icon } from "./core/icons.js";
import { address, base, get, post, hear, listen } from "./core/api.js";
import { SCREENS, START, screenFor, whereIs } from "./core/router.js";
import { restoreTheme, nextTheme } from "./core/theme.js";
import { loading, problem } from "./core/states.js";
import { howFar, stageName } from "./core/progress.js";
import { toast } from "./core/toast.js";
import { makePicker } from "./parts/picker.js";
import { helpDialog } from "./parts/help.js";

const main = h("main", { id: "main", tabindex: "-1" });
const status = h("footer.status");
const links = new Map(SCREENS.map(({ name, title }) => [name, h("a", { href: `${base}/${name}`, "data-screen": name }, title)]));
const nav = h("nav.screens", { "aria-label": "Screens" }, ...links.values());
const source = h("button.source.quiet.one-line", { type: "button", title: "Open another result or mine another site", onclick: () => go("start") });
const undo = h("button", { type: "button", title: "Undo the last correction (u)", onclick: takeBack }, icon("undo"), " ", h("span.phone-hidden"));
const themeButton = h("button.icon", { type: "button", title: "Light, dark or system colours", "aria-label": "Theme", onclick: () => toast(`Colours: ${nextTheme()}`) }, icon("theme", 18));
const help = helpDialog();
const helpButton = h("button.icon", { type: "button", title: "Keys and help (?)", "aria-label": "Keys and help", onclick: () => help.showModal() }, icon("help", 18));
const picker = makePicker();
const visited = {}; // the last address of each screen, so that going back to a screen finds it as it was
let current = null, active = null, working = null, lost = false, state = { state: "opening", stages: [] };

function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", `${base}/${path}`);
  show();
}

// Which screen can be shown now: without a result there is only the start, and while a site is mined its progress.
function wanted(where) {
  if (state.state === "start" || state.state === "opening" || state.state === "failed" || where.name === "start") return START;
  return screenFor(where.name);
}

// The first screen shows what the site has most of.
async function home() {
  if (!state.pages || state.articles * 2 >= state.pages) return "articles";
  try {
    const { tables } = await get("tables"), rows = tables.filter((table) => !table.is_list).reduce((sum, table) => sum + table.rows, 0);
    return rows > state.articles || (tables.length && !state.articles) ? "tables" : "articles";
  } catch {
    return "articles";
  }
}

async function show() {
  if (location.pathname === `${base}/` && ["results", "ready"].includes(state.state)) history.replaceState(null, "", `${base}/${await home()}`);
  const where = whereIs();
  if (where.moved) history.replaceState(null, "", `${base}/${where.moved}${location.search}`);
  const screen = wanted(where);
  drawBar(screen);
  picker.close();
  if (current?.name === screen.name && current.screen?.update?.(where) !== undefined) return;
  current?.screen?.close?.();
  const own = (active = {});
  current = { name: screen.name, screen: null };
  const waiting = setTimeout(() => active === own && fill(main, loading()), 150);
  // A screen that was left while it waited for an answer must not change the address of the next one.
  const settle = (path, given) => { if (active === own) { history.replaceState(null, "", address(path, given)); remember(screen); } };
  try {
    const made = (await screen.load()).default(where, { go, settle, get state() { return state; } });
    if (active !== own) return made.close?.();
    current.screen = made;
    fill(main, made.element);
  } catch (error) {
    if (active === own) fill(main, problem(error, () => { current = null; show(); }));
  } finally {
    clearTimeout(waiting);
  }
}

const remember = (screen) => { visited[screen.name] = location.pathname + location.search; };

function drawBar(screen) {
  remember(screen);
  nav.classList.toggle("hidden", screen === START);
  undo.classList.toggle("hidden", screen === START);
  for (const [name, link] of links) {
    link.href = visited[name] && name !== screen.name ? visited[name] : `${base}/${name}`;
    name === screen.name ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  // On a phone the bar scrolls; scrollIntoView would also move the place that the Tab key goes on from.
  const link = links.get(screen.name);
  if (link) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  document.title = `${screen.title} – Sitelode studio`;
}

async function readState() {
  state = await get("state");
  source.textContent = state.source || "";
  source.classList.toggle("hidden", !state.source);
  source.title = state.source ? `${state.source}\n${state.folder || ""}\nOpen another result or mine another site` : "";
  undo.lastChild.textContent = state.corrections ? `Undo (${state.corrections})` : "Undo";
  undo.disabled = !state.corrections;
  drawStatus();
}

function drawStatus() {
  status.classList.toggle("hidden", !["results", "ready"].includes(state.state));
  fill(status,
    h("span", {}, [plural(state.articles || 0, "article"), plural(state.pages || 0, "page"), state.layouts ? plural(state.layouts, "layout") : null].filter(Boolean).join(", ")),
    working && h("span", {}, `${stageName(working.stage)} ${howFar(working)}`),
    working && h("progress", { "aria-label": stageName(working.stage), ...(working.expected ? { max: working.expected, value: working.done } : {}) }),
    h(".grow"),
    state.corrections ? h("span", {}, plural(state.corrections, "correction")) : null,
    h("span.one-line", { title: "Folder of the result and its corrections" }, state.folder || ""));
}

async function takeBack() {
  try { await post("undo"); } catch (error) { toast(error.message); }
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest?.("input:not([type=checkbox]):not([type=range]):not([type=radio]), select, textarea, [contenteditable]");
  if (event.key === "Escape") { picker.close(); typing?.blur(); current?.screen?.key?.("Escape"); return; }
  if (typing || document.querySelector("dialog[open]") || (event.key === "Enter" && event.target.closest?.("a, button, summary"))) return;
  if (picker.key(event.key)) { event.preventDefault(); return; }
  const screen = SCREENS[Number(event.key) - 1];
  if (screen && !nav.classList.contains("hidden")) { event.preventDefault(); links.get(screen.name).click(); }
  else if (event.key === "?") help.showModal();
  else if (event.key === "u" && !undo.disabled) takeBack();
  else if (event.key === "/") { const search = main.querySelector("input[type=search]"); if (search) { event.preventDefault(); search.focus(); } }
  else if (current?.screen?.key?.(event.key, event)) event.preventDefault();
}

function onClick(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download || !link.pathname?.startsWith(`${base}/`)) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  show();
}

const onState = async () => {
  const before = state.state;
  await readState();
  if (before === state.state && current) {
    if (lost) { lost = false; current.screen?.changed?.({ files: true }); }
    return;
  }
  // While layouts are loaded, screens that need them wait; what is on the screen already stays.
  if (before === "results" && state.state === "ready" && current?.screen) return current.screen.changed?.({ files: true });
  if (current?.name === "start" && before !== "start" && ["results", "ready"].includes(state.state) && whereIs().name === "start") return go(await home(), { replace: true });
  current?.screen?.close?.();
  current = null;
  show();
};

restoreTheme();
document.body.append(
  h("a.skip", { href: "#main", onclick: (event) => { event.preventDefault(); main.focus(); } }, "Skip to the content"),
  h("header.top", {},
    h("a.brand", { href: `${base}/articles` }, h("img", { src: `${base}/assets/mark.svg`, alt: "", width: "20", height: "20" }), "Sitelode"),
    nav, h(".grow"), source, undo, themeButton, helpButton),
  main, status, picker.element, help);
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
addEventListener("popstate", show);
hear("theme", () => { if (current) { current.screen?.close?.(); current = null; show(); } });
hear("state", onState);
hear("progress", (news) => {
  state.stages = [...(state.stages || []).filter((each) => each.stage !== news.stage), news];
  working = news.done === news.expected ? null : news;
  if (["results", "ready"].includes(state.state)) drawStatus();
  else current?.screen?.progressed?.(state);
});
hear("corrected", async () => { await readState(); current?.screen?.changed?.(); });
hear("rewritten", async () => { working = null; await readState(); current?.screen?.changed?.({ files: true }); });
hear("taught", () => current?.screen?.changed?.());
hear("task", () => { working = null; drawStatus(); current?.screen?.ended?.(); });
hear("underneath", (news) => toast(news.words));
hear("problem", (news) => toast(news.why));
hear("connected", onState);
hear("disconnected", () => { lost = true; status.classList.remove("hidden"); fill(status, h("span.problem", { role: "alert" }, "The studio was stopped or cannot be reached.")); });
hear("picked", (news) => current?.screen?.picked?.(news, picker));
await readState();
show();
listen();
