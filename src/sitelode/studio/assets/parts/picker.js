// What a person can say about a region: how much is meant, and what it is. What it changes is shown before it is kept. By mouse and by keys.
import { h, fill, number, percent, plural, shortUrl } from "../core/dom.js";
import { address, get, post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { toast } from "../core/toast.js";

const KEYS = { b: "body", t: "title", d: "date", n: "not content" };
const WORDS = { body: "Belongs to the article", title: "Is the title", date: "Is the date", "not content": "Not the article" };

export function makePicker() {
  const element = h(".picker.hidden", { role: "dialog", "aria-label": "What is this text?" });
  const effectBox = h(".effect", { "aria-live": "polite" });
  let asked = null, lastName = "", turn = 0, roles = [];

  async function open(page, row, pageFrame = null) {
    let found;
    try {
      found = await get(`region/${page}/${row}`);
    } catch (problem) {
      return show(h("p", {}, problem.message), closing());
    }
    asked = { page, row, level: null };
    pageFrame?.point(`g${found.region}`);
    const levels = h("select", { "aria-label": "How much", onchange: (event) => { asked.level = event.target.value === "text" ? "text" : Number(event.target.value) || null; look(asked.role); } },
      h("option", { value: "" }, "all texts at this place"), h("option", { value: "text" }, "only this text, on any page"),
      found.levels.filter((level) => level.regions > 1).map((level) => h("option", { value: String(level.row) }, `all of ${level.path} (${plural(level.regions, "text")})`)));
    roles = found.roles.map((role) => h("button", { type: "button", "data-role": role, onclick: () => look(role, { chosen: true }) },
      h("span", {}, WORDS[role] || role), h("kbd", {}, Object.keys(KEYS).find((key) => KEYS[key] === role))));
    show(
      h("h2", {}, "What is this?"), h("blockquote", { dir: "auto" }, found.text),
      h("label.levels", {}, h("span.quiet", {}, "Applies to"), levels), h(".roles", {}, roles), effectBox, fieldForm(), closing());
    // Whoever clicks a text means most often that it is not what it was taken for: the effect of saying so is shown at once.
    look(found.role === "body" ? "not content" : "body");
    // The click was in a frame, which keeps all keys to itself until something here takes the focus.
    roles.find((button) => button.getAttribute("aria-pressed") === "true")?.focus();
  }

  function show(...content) {
    fill(element, ...content);
    element.classList.remove("hidden");
  }

  function close() {
    asked = null;
    turn += 1;
    element.classList.add("hidden");
  }

  // The effect first; it is kept when the person says so.
  async function look(role, { chosen = false } = {}) {
    if (!asked) return;
    asked.role = role;
    for (const button of roles) button.setAttribute("aria-pressed", String(button.dataset.role === role));
    const said = { ...asked }, mine = ++turn;
    fill(effectBox, h("p", { role: "status" }, "Looking at the other pages of this layout …"));
    try {
      const effect = await post("effect", said);
      if (mine === turn) showEffect(effect, said, chosen);
    } catch (problem) {
      if (mine === turn) fill(effectBox, h("p.problem", { role: "alert" }, problem.message));
    }
  }

  function showEffect(effect, said, chosen) {
    const keep = h("button.primary", { type: "button", onclick: () => say(said) }, icon("check"), " Keep");
    const words = effect.changed ? `Changes ${effect.exact ? "" : "about "}${number(effect.changed)} of ${plural(effect.pages, "page")}` : "Changes no page of this layout";
    fill(effectBox, h("p", {}, h("b", {}, `${WORDS[said.role] || said.role}: `), words, effect.exact ? null : h("span.quiet", {}, ` (${number(effect.looked_at)} pages were looked at)`)),
      h(".values", { tabindex: "0", role: "region", "aria-label": "Examples" }, effect.examples.map(example)), h(".buttons", {}, keep));
    if (chosen) keep.focus();
  }

  function example(each) {
    const changed = (name, [before, after]) => (before === after ? null : h("p", {}, h("span.quiet", {}, `${name} `), before ? h("del", {}, before) : null, " ", h("ins", {}, after || "none")));
    return h(".example", {}, h("a.one-line", { href: address(`page/${each.page}`), title: each.url }, each.title[1] || shortUrl(each.url)),
      changed("title", each.title), changed("date", each.date), each.gone.map((line) => h("p", { dir: "auto" }, h("del", {}, line))), each.new.map((line) => h("p", { dir: "auto" }, h("ins", {}, line))));
  }

  async function say(said) {
    close();
    try {
      await post("correct", said);
      toast("Kept. The files of the result are being updated.", { name: "Undo", work: () => post("undo") });
    } catch (problem) {
      show(h("p.problem", { role: "alert" }, problem.message), closing());
    }
  }

  function fieldForm() {
    const name = h("input", { type: "text", maxlength: "40", placeholder: "another field, such as price", "aria-label": "Name of another field", value: lastName, required: true });
    return h("form.another", { onsubmit: (event) => { event.preventDefault(); teach({ ...asked, name: name.value }, false); } }, name, h("button", {}, "Teach"));
  }

  async function teach(said, keep) {
    asked = null;
    const mine = ++turn;
    show(h("p", { role: "status" }, `Learning ${said.name} …`));
    try {
      const found = await post("teach", { ...said, keep });
      lastName = found.name;
      if (mine === turn) keep ? showKept(found) : showTaught(found, said);
    } catch (problem) {
      if (mine === turn) show(h("p.problem", { role: "alert" }, problem.message), closing());
    }
  }

  function valuesOf(found) {
    const rows = found.values.map((each) => h("tr", {}, h("td", {}, h("a", { href: address(`page/${each.page}`), title: each.url }, shortUrl(each.url))), h("td", { class: each.value ? "" : "faint", title: each.value, dir: "auto" }, each.value || "none")));
    return h(".values", { tabindex: "0", role: "region", "aria-label": "Values" }, h("table.data", {}, h("tbody", {}, rows)));
  }

  const heading = (found) => [h("h2", {}, `${found.name}: on ${number(found.found)} of ${plural(found.pages, "page")}`), h("p.quiet", {}, `${plural(found.examples, "example")}, ${percent(found.confidence)} sure`)];

  function showTaught(found, said) {
    const keep = h("button.primary", { type: "button", onclick: () => teach(said, true) }, icon("check"), " Keep");
    show(heading(found), valuesOf(found), closing(keep));
    keep.focus();
  }

  function showKept(found) {
    const ask = found.ask && h("p.note", {}, `Please show ${found.name} on `, h("a.ask", { href: address(`page/${found.ask.page}`), title: found.ask.url }, "this page"), " too: it could be ",
      found.ask.readings.map((reading, place) => [place ? " or " : "", h("b", {}, reading || "nothing")]), ". ",
      h("button", { type: "button", onclick: () => teach({ page: found.ask.page, row: null, name: found.name }, true) }, "It is not there"));
    show(heading(found), h("p.quiet", {}, "Kept in the wrapper; the articles are being updated."), valuesOf(found), ask, closing(h("button", { type: "button", onclick: forget }, "Undo")));
  }

  async function forget() {
    try {
      await post("forget");
      close();
    } catch (problem) {
      show(h("p.problem", { role: "alert" }, problem.message), closing());
    }
  }

  const closing = (...others) => h(".buttons", {}, others, h(".grow"), h("button", { type: "button", onclick: close }, "Close"));

  return {
    element, open, close,
    key(key) {
      if (!asked || !(key in KEYS)) return false;
      look(KEYS[key], { chosen: true });
      return true;
    },
  };
}
