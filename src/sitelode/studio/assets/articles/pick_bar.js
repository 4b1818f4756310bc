// What can be said of the articles that were chosen.
import { h, fill, plural } from "../core/dom.js";
import { icon } from "../core/icons.js";

export function pickBar({ onsay, onclear }) {
  const element = h(".pick-bar.hidden", { role: "region", "aria-label": "Selected articles" });
  return {
    element,
    show(picked) {
      element.classList.toggle("hidden", !picked.count);
      const button = (says, words, about = {}) => h("button", { type: "button", onclick: () => onsay(says, picked), ...about }, words);
      fill(element, h("b", { role: "status" }, `${plural(picked.count, "article")} selected`), h(".grow"),
        button("right", [icon("check"), " Right"], { class: "primary" }), button("other", "Not articles"), button("index", "Index pages"),
        h("button.plain", { type: "button", onclick: onclear }, "Cancel"));
    },
  };
}
