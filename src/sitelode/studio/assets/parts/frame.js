// A page of the site in a frame that may do nothing: no scripts, no forms, no origin of its own.
// To point at a region, only the fragment of its address is changed, which scrolls and outlines without loading anything.
import { h } from "../core/dom.js";
import { frameAddress } from "../core/api.js";

let loads = 0;

export function pageFrame(title) {
  const frame = h("iframe", { sandbox: "", referrerpolicy: "no-referrer", title });
  const box = h(".frame-box", {}, frame);
  let asked = "", shown = "", place = "start"; // a page opens where its content begins
  frame.addEventListener("load", () => box.classList.remove("loading"));
  return {
    element: box,
    show(page, given, { again = false } = {}) {
      const wanted = frameAddress(page, given);
      if (wanted === asked && !again) return;
      if (wanted.split("?")[0] !== asked.split("?")[0]) place = "start";
      asked = wanted;
      // Another number makes another address: to change the fragment alone would load nothing.
      shown = again ? `${wanted}&again=${++loads}` : wanted;
      box.classList.add("loading");
      const opened = `${shown}#${place}`;
      frame.contentWindow ? frame.contentWindow.location.replace(opened) : (frame.src = opened);
    },
    point(next) {
      place = next;
      if (shown && frame.contentWindow) frame.contentWindow.location.replace(`${shown}#${place}`);
    },
  };
}
