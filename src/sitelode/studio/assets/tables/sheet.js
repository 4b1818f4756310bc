// One table as a spreadsheet. Every change of a column is kept at once, and the table's file follows.
import { h, fill, later, number, plural, shortUrl } from "../core/dom.js";
import { address, get, post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { loading, problem } from "../core/states.js";
import { toast } from "../core/toast.js";
import { dataGrid } from "../parts/grid.js";
import { pageFrame } from "../parts/frame.js";
import { columnMenu } from "./column_menu.js";

const TRACK = 170; // pixels of a column at least

export function sheet({ table, types, onchanged }) {
  let columns = [], changed = false, grid = null, marked = null, history = [], query = { sort: "", down: "", words: "" };
  const facts = h(".facts"), hidden = h("span.hidden-columns"), frame = pageFrame("The page that the row comes from"), where = h(".head"), source = h(".row-source.hidden", {}, where, frame.element);
  const undo = h("button", { type: "button", onclick: () => keep(history.pop(), { back: true }) }, icon("undo"), " Undo");
  const reset = h("button", { type: "button", title: "Undo all changes of columns", onclick: () => keep(null) }, "Reset");
  const download = h("a.button", { href: address(`table/${table.key}.csv`), download: `${table.key}.csv` }, icon("download"), " CSV");
  const search = h("input", { type: "search", placeholder: "Filter rows", "aria-label": "Filter rows", oninput: later(() => { query.words = search.value.trim(); grid?.refresh(); grid?.top(); }, 200) });
  const body = h(".sheet", {}, loading()), element = h(".sheet-box", {}, h(".head", {}, search, facts, hidden, h(".grow"), undo, reset, download), body, source);
  const menu = columnMenu({ types, onchange: (index, edit) => apply(index, edit), onsort: (sort, down) => { query = { ...query, sort, down: down ? "1" : "" }; draw(); } });

  async function open() {
    try {
      const first = await get(`table/${table.key}`, { start: 0, count: 1 });
      columns = first.columns;
      changed = first.changed;
    } catch (error) {
      return fill(body, problem(error, open));
    }
    draw();
  }

  function draw() {
    const shown = columns.filter((column) => !column.hidden);
    fill(hidden, columns.map((column, index) => (column.hidden ? h("button.chip", { type: "button", title: "Show this column again", onclick: () => apply(index, { show: true }) }, icon("eye", 13), column.name) : null)));
    undo.disabled = !history.length;
    reset.disabled = !changed;
    grid = dataGrid({
      label: `Table ${table.key}`, idOf: (row) => row.url, rowHeight: 32, nothing: "No rows with these words.",
      columns: shown.map((column, place) => ({ name: column.name, title: heading(column), width: `minmax(${TRACK}px, 1fr)`, render: (row) => cell(row.cells[place], column) })),
      onchoose: showSource,
      fetchRows: async (start, count) => {
        const found = await get(`table/${table.key}`, { start, count, ...query });
        fill(facts, h("span", {}, h("b", {}, number(found.total)), found.total === table.rows ? "" : ` of ${number(table.rows)}`, table.rows === 1 ? " row" : " rows"), h("span", {}, h("b", {}, number(shown.length)), shown.length === 1 ? " column" : " columns"));
        return { total: found.total, rows: found.rows.map((row) => ({ ...row, title: row.url })) };
      },
    });
    grid.box.style.setProperty("--table-width", `${shown.length * (TRACK + 10) + 24}px`);
    grid.box.classList.add("wide");
    marked = null;
    grid.box.addEventListener("mousedown", (event) => event.shiftKey && event.preventDefault()); // it would select text
    grid.box.addEventListener("click", markCells);
    grid.box.addEventListener("scroll", paint, { passive: true });
    grid.box.addEventListener("copy", copyCells);
    fill(body, grid.element, menu.element);
    grid.refresh();
  }

  function heading(column) {
    const index = columns.indexOf(column);
    return h("button.column-head", { type: "button", title: `${column.sources.join(" + ")}: change this column`, "aria-haspopup": "dialog", onclick: (event) => menu.open(event.currentTarget, columns, index) },
      h("span.one-line", { dir: "auto" }, column.name), column.name === query.sort ? icon(query.down ? "down" : "up", 13) : null, ["text", column.name].includes(column.type) ? null : h("span.type", {}, column.type), icon("down", 13));
  }

  function cell(text, column) {
    const link = (column.type === "link" || column.type === "image") && text;
    return h("span.one-line", { title: text, dir: "auto", class: column.type === "number" ? "number" : "" }, link ? shortUrl(text) : text);
  }

  // A click marks a cell, a click with Shift all cells up to there.
  function markCells(event) {
    const cell = event.target.closest(".row > .cell");
    if (!cell) return;
    const at = [Number(cell.parentElement.dataset.index), [...cell.parentElement.children].indexOf(cell)];
    marked = [...(event.shiftKey && marked ? marked.slice(0, 2) : at), ...at];
    paint();
  }

  // First and last row, first and last column of the marked cells.
  const bounds = () => [[marked[0], marked[2]], [marked[1], marked[3]]].map((ends) => ends.sort((one, other) => one - other));

  function paint() {
    for (const cell of grid.box.querySelectorAll(".cell.marked")) cell.classList.remove("marked");
    if (!marked) return;
    const [[top, bottom], [left, right]] = bounds();
    for (let row = top; row <= bottom; row++) for (const cell of [...(grid.rowElement(row)?.children || [])].slice(left, right + 1)) cell.classList.add("marked");
  }

  // Selected text is copied as everywhere; else the marked cells, or the row that was chosen by keys, as a spreadsheet takes them.
  function copyCells(event) {
    if (String(getSelection()) || (!marked && !grid.chosenRow)) return;
    const [[top, bottom], [left, right]] = marked ? bounds() : [[grid.chosen, grid.chosen], [0, columns.length]];
    const rows = Array.from({ length: bottom - top + 1 }, (_, place) => grid.rowData(top + place)?.cells.slice(left, right + 1) || []);
    event.preventDefault();
    event.clipboardData.setData("text/plain", rows.map((cells) => cells.join("\t")).join("\n"));
    toast(`Copied ${plural(rows.flat().length, "cell")}: paste into a spreadsheet.`);
  }

  // What the menu of a column asks for, as the new state of all columns.
  function apply(index, edit) {
    const next = columns.map((column) => ({ ...column }));
    if (edit.name !== undefined) next[index].name = edit.name.trim();
    if (edit.type) Object.assign(next[index], { type: edit.type, converts: edit.type === "number" || edit.type === "date" });
    if (edit.hide) next[index].hidden = true;
    if (edit.show) next[index].hidden = false;
    if (edit.move) {
      const [column] = next.splice(index, 1);
      let to = index + edit.move;
      while (next[to]?.hidden && to > 0 && to < next.length) to += edit.move;
      next.splice(Math.min(Math.max(to, 0), next.length), 0, column);
    }
    if (edit.merge !== undefined) {
      next[index].sources = [...next[index].sources, ...next[edit.merge].sources];
      next.splice(edit.merge, 1);
    }
    if (edit.split) next.splice(index, 1, ...next[index].sources.map((name) => ({ name: uniqueName(name, next), sources: [name], type: "text", hidden: false, converts: false })));
    keep(next);
  }

  const uniqueName = (name, others) => (others.some((column) => column.name === name && column.sources.length === 1) ? `${name} 2` : name);

  async function keep(next, { back = false } = {}) {
    const before = columns;
    try {
      await post("change-table", { key: table.key, columns: next });
      if (!back) history.push(changed ? before : null);
      const again = await get(`table/${table.key}`, { start: 0, count: 1 });
      columns = again.columns;
      changed = again.changed;
      draw();
    } catch (error) {
      toast(error.message);
    }
  }

  function showSource(row) {
    source.classList.remove("hidden");
    fill(where, h("span.one-line.grow", { title: row.url }, "From ", h("b", {}, shortUrl(row.url))), row.page === null ? null : h("a", { href: address(table.key.startsWith("list") ? `tables/page/${row.page}` : `page/${row.page}`) }, "Open the page"),
      h("button.icon", { type: "button", "aria-label": "Close the page", onclick: () => source.classList.add("hidden") }, icon("close")));
    if (row.page === null) return;
    if (row.position) { frame.show(row.page, { view: "records", list: 0 }); frame.point(`r${row.position - 1}`); } else frame.show(row.page, { view: "article" });
  }

  open();
  return {
    element,
    key(pressed) {
      if ((pressed === "j" || pressed === "k") && grid) return marked = null, paint(), grid.step(pressed === "j" ? 1 : -1), true;
      if (pressed === "Escape") return menu.close(), source.classList.add("hidden"), true;
      return false;
    },
  };
}
