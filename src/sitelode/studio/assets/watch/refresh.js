// One run of the watch: begun here, told while it goes on, and stopped on request.
import { h, fill } from "../core/dom.js";
import { post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { loading, problem } from "../core/states.js";

export function refreshPart({ onproblem, onstart }) {
  const local = h("input", { type: "checkbox", id: "refresh-private" }), most = h("input", { type: "number", min: "1", max: "1000000", placeholder: "as before", id: "refresh-pages" });
  const button = h("button.primary", { type: "button", onclick: start }, icon("refresh"), " Refresh"), told = h("section", { "aria-label": "Refresh" });
  const options = h("details.menu.refresh-options", {}, h("summary.button", {}, "Options"), h(".sheet-of-options", {}, h("label", { for: "refresh-pages" }, "Maximum pages "), most, h("label", { for: "refresh-private" }, local, " Private addresses, such as localhost, too")));
  const element = h(".refresh", {}, button, options);

  async function start() {
    try {
      await post("refresh", { max_pages: most.value ? Number(most.value) : null, allow_private: local.checked });
      options.open = false;
      onstart();
    } catch (error) {
      onproblem(error);
    }
  }

  function show({ task, problem: why, source, can_refresh: can }) {
    button.disabled = Boolean(task) || !can;
    button.title = can ? `Fetch what changed on ${source}, and check the wrapper on it` : "The source of this result is gone";
    options.classList.toggle("hidden", !can);
    if (task) fill(told, loading(`Looking for what changed in ${source} …`), h("p.centred", {}, h("button", { type: "button", onclick: () => post("stop-task") }, icon("stop"), " Stop")));
    else fill(told, why ? problem(why) : can ? null : h("p.note", {}, "The source of this result is gone, so it cannot be refreshed. Check the wrapper on other pages of the site instead."));
  }

  return { element, told, show };
}
