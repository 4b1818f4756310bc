// What a person can say about a region: how much is meant, and what it is. Works by mouse and by keys.
import { h, fill, percent, plural, shortUrl } from "../core/dom.js";
import { address, get, post } from "../core/api.js";

const KEYS = { b: "body", t: "title", d: "date", n: "not content" };

export function makePicker() {
  const element = h(".picker.hidden", { role: "dialog", "aria-label": "What is this region?" });
  let asked = null, lastName = "";

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
      h("label.levels", {}, h("span.quiet", {}, "Meant are"), levels), h(".roles", {}, roles), fieldForm(),
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

  function fieldForm() {
    const name = h("input", { type: "text", maxlength: "40", placeholder: "another field, e.g. price", "aria-label": "Name of another field", value: lastName, required: true });
    return h("form.another", { onsubmit: (event) => { event.preventDefault(); teach({ ...asked, name: name.value }); } }, name, h("button", {}, "Teach"));
  }

  async function teach(said) {
    asked = null;
    show(h("p", {}, `Learning ${said.name} …`));
    try {
      const found = await post("teach", said);
      lastName = found.name;
      showTaught(found);
    } catch (problem) {
      show(h("p.problem", {}, problem.message), closing());
    }
  }

  function showTaught(found) {
    const rows = found.values.map((each) => h("tr", {}, h("td", {}, h("a", { href: address(`page/${each.page}`), title: each.url }, shortUrl(each.url))), h("td", { class: each.value ? "" : "faint", title: each.value }, each.value || "none")));
    const ask = found.ask && h("p.note", {}, `Please show ${found.name} on `, h("a.ask", { href: address(`page/${found.ask.page}`), title: found.ask.url }, "this page"), " too: it could be ",
      found.ask.readings.map((reading, place) => [place ? " or " : "", h("b", {}, reading || "nothing")]), ". ",
      h("button", { type: "button", onclick: () => teach({ page: found.ask.page, row: null, name: found.name }) }, "It is not there"));
    show(
      h("h2", {}, `${found.name}: on ${found.found} of ${plural(found.pages, "page")}`), h("p.quiet", {}, `${plural(found.examples, "example")}, confidence ${percent(found.confidence)}; now part of the wrapper.`),
      h(".values", {}, h("table.data", {}, h("tbody", {}, rows))), ask, closing(h("button", { type: "button", onclick: forget }, "Take it back")));
  }

  async function forget() {
    try {
      await post("forget");
      close();
    } catch (problem) {
      show(h("p.problem", {}, problem.message), closing());
    }
  }

  const closing = (...others) => h(".buttons", {}, others, h("button", { type: "button", onclick: close }, "Close"));

  return {
    element, open, close,
    key(key) {
      if (!asked || !(key in KEYS)) return false;
      say(KEYS[key]);
      return true;
    },
  };
}
