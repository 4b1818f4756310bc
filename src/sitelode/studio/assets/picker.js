// What a person can say about a region: how much is meant, and what it is. Works by mouse and by keys.
import { h, fill, plural } from "./dom.js";
import { get, post } from "./api.js";

const KEYS = { b: "body", t: "title", d: "date", n: "not content" };

export function makePicker() {
  const element = h(".picker.hidden", { role: "dialog", "aria-label": "What is this region?" });
  let asked = null;

  async function open(page, row, pageFrame = null) {
    let found;
    try {
      found = await get(`region/${page}/${row}`);
    } catch (problem) {
      return show(h("p", {}, problem.message), h("div", {}, h("button", { type: "button", onclick: close }, "Close")));
    }
    asked = { page, row, level: null };
    pageFrame?.point(`g${found.region}`);
    const levels = h("select", { "aria-label": "How much is meant", onchange: (event) => { asked.level = Number(event.target.value) || null; } },
      h("option", { value: "" }, "texts like this one"),
      found.levels.filter((level) => level.regions > 1).map((level) => h("option", { value: String(level.row) }, `all of ${level.path} (${plural(level.regions, "region")})`)));
    const roles = found.roles.map((role) => h("button", { type: "button", "aria-pressed": String((found.role || "not content") === role), onclick: () => say(role) },
      role, h("kbd", {}, Object.keys(KEYS).find((key) => KEYS[key] === role))));
    show(
      h("h2", {}, "What is this?"), h("blockquote", {}, found.text),
      h("label.levels", {}, h("span.quiet", {}, "Meant are"), levels), h(".roles", {}, roles),
      h("p.quiet", {}, "Holds for every page of this layout; articles are written anew."));
    // The click was in a frame, which keeps all keys to itself until something here takes the focus.
    roles.find((button) => button.getAttribute("aria-pressed") === "true")?.focus();
  }

  function show(...content) {
    fill(element, ...content);
    element.classList.remove("hidden");
  }

  function close() {
    asked = null;
    element.classList.add("hidden");
  }

  async function say(role) {
    if (!asked) return;
    const said = { ...asked, role };
    close();
    try {
      await post("correct", said);
    } catch (problem) {
      show(h("p.problem", {}, problem.message));
    }
  }

  return {
    element, open, close,
    key(key) {
      if (!asked || !(key in KEYS)) return false;
      say(KEYS[key]);
      return true;
    },
  };
}
