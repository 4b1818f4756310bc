// Keys, and what can be clicked.
import { h } from "../core/dom.js";
import { SCREENS } from "../core/router.js";

const KEYS = [
  [`1 … ${SCREENS.length}`, "the screens"], ["j / k", "next or previous article, page or row"], ["/", "search"], ["x", "select the article (to mark several at once)"],
  ["r", "this article is right"], ["Enter", "open the page of an article"], ["b t d n", "after a click on a text: body, title, date, not content"], ["u", "undo the last correction"], ["Esc", "close"], ["?", "this help"],
];

export function helpDialog() {
  const dialog = h("dialog", { "aria-label": "Keys and help" },
    h("h1", {}, "Keys"),
    h("dl", {}, KEYS.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    h("p.quiet", {}, "Click a text in a page to correct it. Pages are shown without scripts or pictures; nothing on them runs or loads."),
    h("form", { method: "dialog" }, h("button", { onclick: (event) => { event.preventDefault(); dialog.close(); } }, "Close")));
  return dialog;
}
