// What can be done with a column: sort by it, another name, another type, another place; merged with another, or hidden.
import { h, fill } from "../core/dom.js";
import { icon } from "../core/icons.js";

export function columnMenu({ types, onchange, onsort }) {
  const element = h(".column-menu.hidden", { role: "dialog", "aria-label": "Column" });
  let opener = null;

  function close() {
    element.classList.add("hidden");
    opener?.focus();
    opener = null;
  }

  function open(button, columns, index) {
    opener = button;
    const column = columns[index], act = (edit) => { opener = null; close(); onchange(index, edit); };
    const name = h("input", { type: "text", value: column.name, maxlength: "60", "aria-label": "Name of the column", required: true });
    const type = h("select", { "aria-label": "Type of the column", onchange: () => act({ type: type.value }) }, types.map((each) => h("option", { value: each, selected: each === column.type }, each)));
    const others = columns.map((each, place) => [each, place]).filter(([each, place]) => place !== index && !each.hidden);
    const merge = h("select", { "aria-label": "Merge with another column", onchange: () => merge.value && act({ merge: Number(merge.value) }) }, h("option", { value: "" }, "merge with …"), others.map(([each, place]) => h("option", { value: String(place) }, each.name)));
    const sorting = (down, words) => h("button", { type: "button", onclick: () => { opener = null; close(); onsort(column.name, down); } }, icon(down ? "down" : "up"), words);
    fill(element, h(".line", {}, sorting(false, " Sort up"), sorting(true, " Sort down")),
      h("form.line", { onsubmit: (event) => { event.preventDefault(); act({ name: name.value }); } }, name, h("button.primary", {}, "Rename")),
      h("label.line", {}, h("span.quiet", {}, "Type"), type), merge,
      h(".line", {}, h("button", { type: "button", disabled: index === 0, onclick: () => act({ move: -1 }) }, icon("left"), " Left"), h("button", { type: "button", disabled: index === columns.length - 1, onclick: () => act({ move: 1 }) }, "Right ", icon("right")),
        h("button", { type: "button", onclick: () => act({ hide: true }) }, icon("hide"), " Hide"), column.sources.length > 1 ? h("button", { type: "button", onclick: () => act({ split: true }) }, "Split") : null),
      h(".faint", {}, `from ${column.sources.join(" + ")}`));
    const at = button.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(at.left, innerWidth - 320))}px`;
    element.style.top = `${at.bottom + 4}px`;
    element.classList.remove("hidden");
    name.focus();
    name.select();
  }

  element.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); close(); } });
  document.addEventListener("mousedown", (event) => { if (opener && !element.contains(event.target) && !opener.contains(event.target)) close(); });
  return { element, open, close };
}
