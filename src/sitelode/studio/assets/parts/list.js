// A list of any length: rows have one height, and only those in sight exist. Rows are fetched a hundred at a time.
import { h, fill } from "../core/dom.js";
import { empty, problem } from "../core/states.js";

const CHUNK = 100;
const BEYOND = 8; // rows kept above and below what is in sight
let lists = 0;

export function virtualList({ rowHeight, fetchRows, render, onchoose, onopen = null, label, tree = false, head = null, headHeight = 0, roles = ["listbox", "option"], nothing = "Nothing here." }) {
  const id = `list-${++lists}`, extent = h(".extent", head ? { role: "rowgroup" } : {}), note = h(".list-note", { role: "status" });
  const box = h(".virtual", { tabindex: "0", role: roles[0], "aria-label": label, "aria-busy": "true" }, head, extent);
  const element = h(".list", {}, box, note);
  if (tree) box.classList.add("tree");
  let total = 0, chosen = -1, generation = 0;
  const chunks = new Map(), shown = new Map();

  function chunk(index) {
    if (!chunks.has(index)) {
      const mine = generation;
      chunks.set(index, null);
      Promise.resolve(fetchRows(index * CHUNK, CHUNK)).then((answer) => {
        if (mine !== generation) return;
        chunks.set(index, answer.rows);
        resize(answer.total);
        box.removeAttribute("aria-busy");
        fill(note, answer.total ? null : empty(typeof nothing === "function" ? nothing() : nothing));
        draw();
      }, (error) => {
        if (mine !== generation || error.name === "AbortError") return;
        chunks.delete(index);
        box.removeAttribute("aria-busy");
        fill(note, problem(error, refresh));
      });
    }
    return chunks.get(index);
  }

  function resize(count) {
    total = count;
    extent.style.height = `${count * rowHeight}px`;
    if (roles[0] === "grid") box.setAttribute("aria-rowcount", count + 1);
  }

  const row = (index) => chunk(Math.floor(index / CHUNK))?.[index % CHUNK];

  function draw() {
    const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - BEYOND);
    const last = Math.min(total, Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + BEYOND);
    for (const [index, element] of shown) if (index < first || index >= last) { element.remove(); shown.delete(index); }
    for (let index = first; index < last; index++) {
      if (shown.has(index)) continue;
      const data = row(index);
      if (!data) continue;
      const element = render(data, index);
      element.classList.add("row");
      element.id = `${id}-${index}`;
      element.style.top = `${index * rowHeight}px`;
      element.style.height = `${rowHeight}px`;
      element.setAttribute("role", roles[1]);
      element.setAttribute("aria-selected", String(index === chosen));
      if (roles[0] === "grid") element.setAttribute("aria-rowindex", index + 2);
      element.dataset.index = index;
      shown.set(index, element);
      extent.append(element);
    }
  }

  function reveal(index, middle = false) {
    const top = index * rowHeight, room = box.clientHeight - headHeight;
    if (top < box.scrollTop || top + rowHeight > box.scrollTop + room)
      box.scrollTop = middle ? top - room / 2 : top < box.scrollTop ? top : top + rowHeight - room;
  }

  function choose(index, { quietly = false } = {}) {
    if (index < 0 || index >= total) return;
    shown.get(chosen)?.setAttribute("aria-selected", "false");
    chosen = index;
    shown.get(chosen)?.setAttribute("aria-selected", "true");
    box.setAttribute("aria-activedescendant", `${id}-${index}`);
    reveal(index);
    if (!quietly && row(index)) onchoose?.(row(index), index);
  }

  function refresh() {
    generation += 1;
    chunks.clear();
    for (const element of shown.values()) element.remove();
    shown.clear();
    box.setAttribute("aria-busy", "true");
    chunk(Math.floor(box.scrollTop / rowHeight / CHUNK));
    if (box.scrollTop) chunk(0);
  }

  // Draw the rows in sight again, from what is known of them.
  function redraw() {
    for (const element of shown.values()) element.remove();
    shown.clear();
    draw();
  }

  box.addEventListener("scroll", draw, { passive: true });
  extent.addEventListener("click", (event) => {
    const element = event.target.closest(".row");
    if (element && !event.target.closest("a, button, input, label")) choose(Number(element.dataset.index));
  });
  extent.addEventListener("dblclick", (event) => {
    const element = event.target.closest(".row");
    if (element && onopen) onopen(row(Number(element.dataset.index)));
  });
  box.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 10, PageUp: -10, Home: -total, End: total };
    if (event.target === box && event.key in steps && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      choose(Math.min(Math.max(chosen + steps[event.key], 0), total - 1));
    } else if (event.target === box && event.key === "Enter" && onopen && row(chosen)) {
      event.stopPropagation();
      onopen(row(chosen));
    }
  });
  new ResizeObserver(draw).observe(box);
  return {
    element, box, refresh, redraw, choose, reveal,
    step: (by) => choose(Math.min(Math.max(chosen + by, 0), total - 1)),
    top() { box.scrollTop = 0; },
    get total() { return total; }, get chosen() { return chosen; }, get chosenRow() { return chosen >= 0 ? row(chosen) : null; },
    rowElement: (index) => shown.get(index),
    rowData: (index) => row(index),
    unchoose() { shown.get(chosen)?.setAttribute("aria-selected", "false"); chosen = -1; box.removeAttribute("aria-activedescendant"); },
  };
}

// The same list over rows that are already here.
export function arrayList(options) {
  let rows = [];
  const list = virtualList({ ...options, fetchRows: (start, count) => ({ total: rows.length, rows: rows.slice(start, start + count) }) });
  list.show = (given) => { rows = given; list.unchoose(); list.refresh(); };
  Object.defineProperty(list, "rows", { get: () => rows });
  return list;
}
