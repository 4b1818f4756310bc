// A list of any length: rows have one height, and only those in sight exist. Rows are fetched a hundred at a time.
import { h, fill } from "./dom.js";

const CHUNK = 100;
const BEYOND = 8; // rows kept above and below what is in sight

export function virtualList({ rowHeight, fetchRows, render, onchoose, label, tree = false }) {
  const extent = h(".extent");
  const box = h(".virtual", { tabindex: "0", role: "listbox", "aria-label": label }, extent);
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
        draw();
      }, () => mine === generation && chunks.delete(index));
    }
    return chunks.get(index);
  }

  function resize(count) {
    total = count;
    extent.style.height = `${count * rowHeight}px`;
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
      element.style.top = `${index * rowHeight}px`;
      element.style.height = `${rowHeight}px`;
      element.setAttribute("role", "option");
      element.setAttribute("aria-selected", String(index === chosen));
      element.dataset.index = index;
      shown.set(index, element);
      extent.append(element);
    }
  }

  function reveal(index, middle = false) {
    const top = index * rowHeight;
    if (top < box.scrollTop || top + rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = middle ? top - box.clientHeight / 2 : top < box.scrollTop ? top : top + rowHeight - box.clientHeight;
  }

  function choose(index, { quietly = false } = {}) {
    if (index < 0 || index >= total) return;
    shown.get(chosen)?.setAttribute("aria-selected", "false");
    chosen = index;
    shown.get(chosen)?.setAttribute("aria-selected", "true");
    reveal(index);
    if (!quietly && row(index)) onchoose?.(row(index), index);
  }

  function refresh() {
    generation += 1;
    chunks.clear();
    for (const element of shown.values()) element.remove();
    shown.clear();
    chunk(Math.floor(box.scrollTop / rowHeight / CHUNK));
    if (box.scrollTop) chunk(0);
  }

  box.addEventListener("scroll", draw, { passive: true });
  extent.addEventListener("click", (event) => {
    const element = event.target.closest(".row");
    if (element) choose(Number(element.dataset.index));
  });
  box.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 10, PageUp: -10, Home: -total, End: total };
    if (event.key in steps && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      choose(Math.min(Math.max(chosen + steps[event.key], 0), total - 1));
    }
  });
  new ResizeObserver(draw).observe(box);
  return {
    element: box, refresh, choose, reveal,
    step: (by) => choose(Math.min(Math.max(chosen + by, 0), total - 1)),
    get total() { return total; }, get chosen() { return chosen; },
    rowElement: (index) => shown.get(index),
    unchoose() { shown.get(chosen)?.setAttribute("aria-selected", "false"); chosen = -1; },
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

export function emptyNote(...words) {
  return fill(h(".empty"), h("p", {}, ...words));
}
