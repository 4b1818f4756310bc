// A table of any length on top of the long list: columns that sort, rows that can be chosen for something that is said of several.
import { h, fill } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { virtualList } from "./list.js";

const HEAD = 33, ROW = 38; // pixels

// columns: [{ name, title, width, render(row), sorts, down }]; width is a track of a CSS grid.
export function dataGrid({ columns, label, fetchRows, onchoose, onopen, onsort, onpick = null, idOf, nothing, rowHeight = ROW }) {
  const picked = new Set();
  let all = false, sort = { name: "", down: false };
  const everything = onpick && h("input", { type: "checkbox", "aria-label": "Choose all", onchange: () => { all = everything.checked; picked.clear(); list.redraw(); tell(); } });
  const headRow = h(".grid-row", { role: "row", "aria-rowindex": "1" });
  const head = h(".grid-head", { role: "rowgroup" }, headRow);
  const list = virtualList({ rowHeight, label, fetchRows, onchoose, onopen, nothing, head, headHeight: HEAD, roles: ["grid", "row"], render: drawRow });
  list.box.classList.add("grid");
  list.box.style.setProperty("--tracks", [onpick ? "34px" : null, ...columns.map((column) => column.width)].filter(Boolean).join(" "));

  function drawHead() {
    fill(headRow, onpick && h(".cell.pick", { role: "columnheader" }, everything), columns.map((column) => {
      const own = sort.name === column.name;
      const words = [column.title, own ? icon(sort.down ? "down" : "up", 13) : null];
      return h(".cell", { role: "columnheader", class: column.class || "", "aria-sort": own ? (sort.down ? "descending" : "ascending") : column.sorts ? "none" : null },
        column.sorts ? h("button.sort", { type: "button", onclick: () => onsort(column.name, own ? !sort.down : Boolean(column.down)) }, words) : words);
    }));
  }

  function drawRow(row, index) {
    const box = onpick && h("input", { type: "checkbox", "aria-label": `Choose ${row.title || "row"}`, tabindex: "-1", checked: all || picked.has(idOf(row)), onchange: () => pick(row, box.checked) });
    return h(".grid-row", { class: index % 2 ? "odd" : "" }, onpick && h("label.cell.pick", { role: "gridcell" }, box),
      columns.map((column) => h(".cell", { role: "gridcell", class: column.class || "" }, column.render(row))));
  }

  function pick(row, on) {
    if (all) return unpick();
    on ? picked.add(idOf(row)) : picked.delete(idOf(row));
    tell();
  }

  function unpick() {
    all = false;
    picked.clear();
    if (everything) everything.checked = false;
    list.redraw();
    tell();
  }

  const tell = () => {
    if (everything) everything.indeterminate = picked.size > 0;
    onpick?.({ all, ids: [...picked], count: all ? list.total : picked.size });
  };

  drawHead();
  return Object.assign(list, {
    sorted(name, down) { sort = { name, down }; drawHead(); },
    unpick,
    togglePicked() {
      const row = list.chosenRow;
      if (row && onpick) { pick(row, !picked.has(idOf(row))); list.redraw(); }
    },
  });
}
