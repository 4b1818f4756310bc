// A stranger's page in a frame that may do nothing: no scripts, no forms, no origin of its own.
// To point at a region, only the fragment of its address is changed, which scrolls and outlines without loading anything.
import { h } from "./dom.js";
import { frameAddress } from "./api.js";

export function pageFrame(title) {
  const frame = h("iframe", { sandbox: "", referrerpolicy: "no-referrer", title });
  const box = h(".frame-box", {}, frame);
  let shown = "";
  frame.addEventListener("load", () => box.classList.remove("loading"));
  return {
    element: box,
    show(page, given, { again = false } = {}) {
      const wanted = frameAddress(page, given);
      if (wanted === shown && !again) return;
      shown = wanted;
      box.classList.add("loading");
      frame.contentWindow ? frame.contentWindow.location.replace(wanted) : (frame.src = wanted);
    },
    point(place) {
      if (shown && frame.contentWindow) frame.contentWindow.location.replace(`${shown}#${place}`);
    },
  };
}
