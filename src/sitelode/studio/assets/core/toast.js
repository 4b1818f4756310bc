// A short note at the bottom that goes by itself, with one thing to do about it.
import { h } from "./dom.js";

const SECONDS = 8;

export function toast(words, action = null) {
  document.querySelector(".toast")?.remove();
  const note = h(".toast", { role: "status" }, words, action && h("button", { type: "button", onclick: () => { note.remove(); action.work(); } }, action.name));
  document.body.append(note);
  setTimeout(() => note.remove(), 1000 * SECONDS);
}
