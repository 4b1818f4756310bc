// What to check first: groups of articles that are doubtful for one reason, each with the reason in words.
import { h, fill, number, plural } from "../core/dom.js";
import { icon } from "../core/icons.js";

const SHOWN = 3; // groups, before somebody asks for all

export function doubtPanel({ onchoose, onright }) {
  let all = false, last = null;
  const element = h("section.doubts.hidden", { "aria-label": "Check these first" });

  function group(each, chosen) {
    return h("li.doubt", { class: each.name === chosen ? "chosen" : "" },
      h("button.plain.grow", { type: "button", "aria-pressed": String(each.name === chosen), onclick: () => onchoose(each.name), title: each.articles.map((row) => row.title).join("\n") },
        h("b.number", {}, number(each.count)), h("span", {}, each.reason, h("span.faint", {}, ` · layout ${each.layout}, ${plural(each.of, "article")}`))),
      h("button", { type: "button", title: "Mark all of these as right", onclick: () => onright(each.name) }, "All right"));
  }

  function show(overview, chosen) {
    last = [overview, chosen];
    const groups = overview?.doubts || [];
    element.classList.toggle("hidden", !groups.length);
    const shown = all ? groups : groups.filter((each, place) => place < SHOWN || each.name === chosen);
    const count = groups.reduce((sum, each) => sum + each.count, 0);
    fill(element, h(".doubts-head", {}, icon("warn"), h("h2", {}, "Check these first"), h("span.quiet", {}, `${number(count)} of ${plural(overview?.articles || 0, "article")}`), h(".grow"),
      chosen ? h("button", { type: "button", onclick: () => onchoose(chosen) }, "Show all articles") : null,
      groups.length > SHOWN ? h("button.plain", { type: "button", onclick: () => { all = !all; show(...last); } }, all ? "Fewer" : `All ${groups.length} reasons`) : null),
    h("ul", {}, shown.map((each) => group(each, chosen))));
  }

  return { element, show };
}
