// The sections below one as areas, as large as what they hold. Labels stand where there is room, and on hover always.
import { h, plural } from "../core/dom.js";
import { counted } from "./tree.js";

const WIDTH = 1000, HEIGHT = 700; // units; the picture is stretched to its place
const MOST = 36; // areas; what is smaller shares one

const sizeOf = (section) => Math.max(section.articles, section.index_pages ? 1 : 0); // a tag without articles of its own is small

export function treemap({ sections, above, onchoose }) {
  const inside = sections.map((section, place) => ({ section, place, size: sizeOf(section) })).filter(({ section, size }) => section.above === above && size > 0);
  // One section at the top is the site itself: what is below it says more.
  if (above < 0 && inside.length === 1) return treemap({ sections, above: inside[0].place, onchoose }) || null;
  if (!inside.length) return null;
  inside.sort((one, other) => other.size - one.size);
  const shown = inside.length > MOST + 1 ? [...inside.slice(0, MOST), together(inside.slice(MOST))] : inside;
  const areas = squarify(shown, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  const short = withoutCommonStart(inside.map(({ section }) => section.label));
  const box = h(".treemap", { role: "group", "aria-label": "Sections by the number of their articles" }, areas.map(({ item, x, y, width, height }) => {
    if (item.many) return put(h(".area.many", { title: `${plural(item.many, "smaller section")}: all are in the tree` }, h("span.area-label", {}, `${plural(item.many, "smaller section")}, in the tree`)), x, y, width, height);
    const { section, place } = item, words = `${section.label}: ${plural(section.articles, "article")}, ${plural(section.index_pages, "index page")}`;
    const area = h("button.area", { type: "button", title: `${words}\n${section.url}`, "aria-label": words, onclick: () => onchoose(place), class: section.articles ? "" : "no-articles" },
      h("span.area-label", { dir: "auto" }, short(section.label)), h("span.area-count", {}, counted(section)));
    return put(area, x, y, width, height);
  }));
  return box;
}

function put(area, x, y, width, height) {
  Object.assign(area.style, { left: `${(100 * x) / WIDTH}%`, top: `${(100 * y) / HEIGHT}%`, width: `${(100 * width) / WIDTH}%`, height: `${(100 * height) / HEIGHT}%` });
  if (width < 70 || height < 34) area.classList.add("small");
  else if (height < 80) area.classList.add("low"); // room for one line beside the count
  return area;
}

// What tells labels apart: "All about: boats" and "All about: food" are boats and food, where several begin alike.
function withoutCommonStart(labels) {
  const startOf = (label) => label.match(/^[^:|–]{1,40}[:|–] +(?=\S)/)?.[0] || "", counts = new Map();
  for (const label of labels) counts.set(startOf(label), (counts.get(startOf(label)) || 0) + 1);
  return (label) => (counts.get(startOf(label)) > 2 ? label.slice(startOf(label).length) : label);
}

const together = (items) => ({ many: items.length, size: Math.min(items.reduce((sum, item) => sum + item.size, 0), items[0].size * 12) });

// Squarified treemaps (Bruls, Huizing, van Wijk 2000): rows are filled as long as their areas become more like squares.
function squarify(items, { x, y, width, height }) {
  const total = items.reduce((sum, item) => sum + item.size, 0), scale = (width * height) / total, placed = [];
  let rest = items, room = { x, y, width, height };
  while (rest.length) {
    const side = Math.min(room.width, room.height);
    let count = 1;
    while (count < rest.length && worst(rest.slice(0, count + 1), side, scale) <= worst(rest.slice(0, count), side, scale)) count++;
    const row = rest.slice(0, count), area = row.reduce((sum, item) => sum + item.size, 0) * scale, thick = area / side;
    let along = 0;
    for (const item of row) {
      const length = (item.size * scale) / thick;
      placed.push(room.width >= room.height ? { item, x: room.x, y: room.y + along, width: thick, height: length } : { item, x: room.x + along, y: room.y, width: length, height: thick });
      along += length;
    }
    room = room.width >= room.height ? { ...room, x: room.x + thick, width: room.width - thick } : { ...room, y: room.y + thick, height: room.height - thick };
    rest = rest.slice(count);
  }
  return placed;
}

function worst(row, side, scale) {
  const sizes = row.map((item) => item.size * scale), sum = sizes.reduce((one, other) => one + other, 0);
  return Math.max((side * side * Math.max(...sizes)) / (sum * sum), (sum * sum) / (side * side * Math.min(...sizes)));
}
