// Mark values in a text: select them, name the field; what the rules find already is underlined.
import { h, fill, later, percent, plural } from "../core/dom.js";
import { address, get, post } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { toast } from "../core/toast.js";
import { virtualList } from "../parts/list.js";

export function markView({ about, kind, id, changed }) {
  let open = id, words = "", turn = 0, span = null;
  const names = h("datalist", { id: "fields-known" }), name = h("input", { type: "text", maxlength: "80", list: "fields-known", placeholder: "field, such as price", "aria-label": "Field", value: about.fields[0]?.name || "" });
  const value = h("input.grow", { type: "text", placeholder: "select a value in the text, or type it", "aria-label": "Value", oninput: () => { span = null; } });
  const form = h("form.head.mark-form.wraps", { onsubmit: (event) => { event.preventDefault(); mark(); } }, name, names, value, h("button.primary", {}, "Mark"),
    h("button", { type: "button", title: "This text has no value of the field; such examples help, too", onclick: () => say("rules/mark", { id: open, field: name.value, value: "" }) }, "Not there"),
    h("button", { type: "button", title: "The text that the rules are least certain about", onclick: () => about.next && look(about.next) }, "Next to ask"));
  const heading = h(".head"), body = h(".scroll.text-to-mark", { tabindex: "0", role: "region", "aria-label": "Text" });
  const list = virtualList({ rowHeight: 32, label: "Texts", onchoose: (row) => look(row.id), nothing: "No text has these words.", fetchRows: (start, count) => get("rules/texts", { kind, words, start, count }),
    render: (row) => h("div", { title: row.id }, h(".line", {}, h("span.one-line.grow", { dir: "auto" }, row.name), row.marks === null ? null : h("span.badge.fits", {}, row.marks ? plural(row.marks, "mark") : "none here"))) });
  const search = h("input.grow", { type: "search", placeholder: "Search texts", "aria-label": "Search texts", oninput: later(() => { words = search.value; list.top(); list.refresh(); }, 200) });
  const element = h(".columns.rule-columns", {}, h(".column", {}, h(".head", {}, search), list.element), h(".column", {}, form, heading, body));

  async function look(next) {
    const mine = ++turn;
    open = next;
    span = null;
    value.value = "";
    fill(body, loading());
    try {
      const found = await get("rules/text", { kind, id: open });
      if (mine === turn) draw(found);
    } catch (error) {
      if (mine === turn) fill(body, failed(error));
    }
  }

  function draw(found) {
    fill(names, about.fields.map((each) => h("option", { value: each.name })));
    fill(heading, found.page === null ? h("b.one-line.grow", { dir: "auto" }, found.name) : h("a.one-line.grow", { href: address(`page/${found.page}`), dir: "auto" }, found.name),
      found.is_marked ? h("button", { type: "button", onclick: () => say("rules/unmark", { id: open }) }, "Forget this text") : null);
    fill(body, h(".plain-text", { dir: "auto" }, found.pieces.map(piece)), found.left_out ? h("p.quiet", {}, `${found.left_out.toLocaleString("en")} more characters are not shown.`) : null);
  }

  function piece({ text, marks, values }) {
    if (!marks.length && !values.length) return text;
    const told = [...marks.map((each) => `${each.field}, marked: click to take it back`), ...values.map((each) => `${each.field}, found by ${each.rule}, ${percent(each.precision)} right`)].join("\n");
    return marks.length
      ? h("button.marked-value", { type: "button", title: told, onclick: () => say("rules/unmark", { id: open, field: marks[0].field, start: marks[0].start }) }, text)
      : h("span.found-value", { title: told }, text);
  }

  // Where the selection is, counted in characters as the server counts them.
  function selected() {
    const chosen = getSelection(), text = body.querySelector(".plain-text");
    if (!chosen.rangeCount || chosen.isCollapsed || !text?.contains(chosen.anchorNode) || !text.contains(chosen.focusNode)) return null;
    const range = chosen.getRangeAt(0), before = document.createRange();
    before.setStart(text, 0);
    before.setEnd(range.startContainer, range.startOffset);
    const start = [...before.toString()].length, words = range.toString();
    return { start, end: start + [...words].length, words };
  }

  body.addEventListener("pointerup", () => setTimeout(() => {
    const found = selected();
    if (found) { span = found; value.value = found.words.trim(); }
  }));

  function mark() {
    if (!name.value.trim()) { toast("Name the field first, such as price."); return name.focus(); }
    if (!open || (!span && !value.value.trim())) return toast("Choose a text on the left, and select a value in it.");
    say("rules/mark", { id: open, field: name.value, ...(span ? { start: span.start, end: span.end } : { value: value.value.trim() }) });
  }

  async function say(path, said) {
    if (!said.id) return toast("Choose a text on the left first.");
    try {
      await post(path, { ...said, kind });
      about = await changed();
      list.refresh();
      look(open);
    } catch (error) {
      toast(error.message);
    }
  }

  list.refresh();
  open ||= about.examples[0]?.id || about.next;
  open ? look(open) : fill(body, empty("There are no texts of this kind."));
  return { element, key: (key) => (key === "j" || key === "k") && (list.step(key === "j" ? 1 : -1), true) };
}
