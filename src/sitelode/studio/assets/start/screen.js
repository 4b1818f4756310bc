// The start: mine a site, a folder or a dropped file; or open a result again. While something is mined, how far it is.
import { h, fill, number, plural } from "../core/dom.js";
import { base, get, post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { problem } from "../core/states.js";
import { stageBar } from "../core/progress.js";
import { dropZone } from "./drop.js";
import { mineOptions } from "./options.js";

export default function startScreen(where, context) {
  const element = h(".screen.start"), message = h("p.problem", { role: "alert" });
  let drawn = "";

  async function open(given) {
    message.textContent = "";
    try {
      await post("open", given);
      history.replaceState(null, "", `${base}/articles`);
      dispatchEvent(new PopStateEvent("popstate")); // a small site may be ready before its address is
    } catch (error) {
      message.textContent = error.message;
    }
  }

  function drawStart() {
    const options = mineOptions();
    const source = h("input.big", { type: "text", name: "source", placeholder: "https://example.org, or a folder or file on this computer", "aria-label": "Address, folder or file", autocomplete: "off", required: true });
    const form = h("form.source-form", { onsubmit: (event) => { event.preventDefault(); open({ source: source.value, ...options.given() }); } },
      source, h("button.primary.big", {}, "Mine"));
    const recent = h("section", { "aria-label": "Recent results" });
    fill(element, h(".scroll", { tabindex: "0", role: "region", "aria-label": "Start" }, h(".start-page", {},
      context.state.state === "ready" || context.state.state === "results" ? h("p", {}, h("a", { href: `${base}/articles` }, "Back to ", context.state.source)) : null,
      h("h1", {}, "Mine a web site"), h("p.quiet", {}, "Get its articles as text and its lists as tables. No setup needed."),
      form, message, options.element,
      dropZone({ onready: (path) => open({ source: path, ...options.given() }), onproblem: (words) => { message.textContent = words; } }),
      recent)));
    get("start").then((found) => {
      options.folder(found.results);
      fill(recent, found.recent.length ? [h("h2", {}, "Recent results"), h("ul.recent", {}, found.recent.map(card))] : null);
    }, (error) => fill(recent, problem(error)));
    queueMicrotask(() => source.focus()); // by then it is part of the window
  }

  const card = (result) => h("li", {}, h("button.plain", { type: "button", onclick: () => open({ source: result.folder }) },
    icon("folder", 18), h("span.grow", {}, h("b.one-line", {}, result.source), h("span.quiet.one-line", {}, result.folder)),
    h("span.quiet.number", {}, `${plural(result.articles, "article")}, ${plural(result.pages, "page")}`), h("span.quiet", {}, result.opened.slice(0, 10))));

  function drawProgress(state) {
    const stages = (state.stages || []).map(stageBar);
    if (drawn !== "opening") {
      fill(element, h(".opening", {}, h("div", {}, h("h1", {}, "Opening ", h("span", {}, state.source || "the site")), h(".stages", { role: "status" }),
        h("p.quiet", {}, "Articles appear as soon as all pages are read. What was read is kept: mining the same site again goes on from there."),
        h("div", {}, h("button", { type: "button", onclick: () => post("leave") }, icon("stop"), " Cancel")))));
    }
    fill(element.querySelector(".stages"), stages.length ? stages : h("progress", { "aria-label": "Opening" }));
  }

  function drawFailed(state) {
    fill(element, h(".opening", {}, h("div", {}, h("h1", {}, "This could not be opened"), h("p.problem", { role: "alert" }, state.why || ""), h("div", {}, h("button", { type: "button", onclick: () => post("leave") }, "Back to the start")))));
  }

  function draw(state = context.state) {
    const wanted = where.name !== "start" && state.state === "opening" ? "opening" : where.name !== "start" && state.state === "failed" ? "failed" : "start";
    const actual = state.state === "opening" ? "opening" : state.state === "failed" ? "failed" : wanted;
    if (actual === "opening") drawProgress(state);
    else if (actual !== drawn) actual === "failed" ? drawFailed(state) : drawStart();
    drawn = actual;
  }

  draw();
  return { element, update: () => { draw(); return true; }, progressed: (state) => draw(state), changed: () => draw() };
}
