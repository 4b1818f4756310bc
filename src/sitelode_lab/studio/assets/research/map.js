// The site as a map: sections on rings around the home page, articles as bubbles, links before and after the cut.
import { h, svg, fill, number, percent, choice, plural, shortUrl } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { pageList } from "../parts/pages.js";

const LONGEST = 30; // characters of a label
const OTHERS = [330, -330]; // where pages of no section are

export default function mapTool(where, { go, settle }) {
  let cut = where.query.get("cut") || "after", chosen = where.query.has("section") ? Number(where.query.get("section")) : null, kind = "", found = null;
  const facts = h(".facts"), halves = h("span"), kinds = h("span"), title = h("h2.grow.one-line"), box = h(".map-box", {}, loading("Reading the links of all pages …"));
  const whole = h("button", { type: "button", onclick: () => choose(null) }, "Whole site");
  const pages = pageList({ section: chosen, label: "Pages", above: h(".head", {}, title, whole), onchoose: (page) => go(page.kind === "index" ? `tables/page/${page.page}` : `page/${page.page}`) });
  const element = h(".screen", {}, h(".tools", {}, halves, facts, h(".grow"), kinds), h(".columns.map-columns", {}, h(".column", {}, box), pages.element));

  async function load() {
    try {
      found = await get("map");
    } catch (problem) {
      fill(box, failed(problem));
      return;
    }
    draw();
    pages.set({}); // by now the kinds of all pages are known
  }

  function draw() {
    settle("research/map", { cut: cut === "after" ? null : cut, section: chosen });
    fill(halves, choice([["before", "Before the cut"], ["after", "After the cut"]], cut, (next) => { cut = next; draw(); }, "Links shown"));
    const fallen = (name, counts) => h("span", {}, h("b", {}, number(counts[cut])), ` ${name}`, cut === "after" ? ` (${percent(counts.fallen_away)} fewer)` : "");
    fill(facts, fallen("pages", found.pages), fallen("edges", found.edges), found.unreached ? h("span", { title: "Articles that no index page lists" }, h("b", {}, number(found.unreached)), " unlisted") : null);
    fill(kinds, choice([["", "All"], ...Object.entries(found.kinds).map(([name, count]) => [name, `${name} ${number(count)}`])], kind, (next) => { kind = next; pages.set({ kind }); draw(); }, "Kinds of pages"));
    const section = chosen === null ? null : found.sections[chosen];
    title.textContent = section ? section.label : "All pages";
    title.title = section?.address || "";
    whole.disabled = !section;
    fill(box, found.sections.length ? drawn() : empty("No index page was found: this site has no structure to show."), legend());
  }

  function choose(section) {
    chosen = section;
    pages.set({ section });
    draw();
  }

  // As much of the plane as knots and labels need.
  function extent() {
    const points = found.sections.flatMap((section) => {
      const reach = section.beyond + 20 + (section.crowded ? 0 : Math.min(section.label.length + 11, LONGEST + 11) * 6.4), [x, y, r] = section.bubble;
      return [[Math.sin(section.angle) * reach, -Math.cos(section.angle) * reach], [x - r, y - r], [x + r, y + r], section.at];
    });
    points.push([-200, -200], [200, 200]); // a few sections are not blown up
    if (cut === "before" && found.others) points.push([OTHERS[0] + 40, OTHERS[1] - 40]);
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis])), [left, top] = [Math.min(...xs) - 24, Math.min(...ys) - 24];
    return `${left} ${top} ${Math.max(...xs) + 24 - left} ${Math.max(...ys) + 34 - top}`;
  }

  function place(knot) {
    const section = found.sections[Math.floor(knot / 2)];
    if (!section) return OTHERS;
    return knot % 2 ? section.bubble : section.at;
  }

  function drawn() {
    const most = Math.log1p(Math.max(1, ...found.lines[cut].map(([, , count]) => count)));
    const lines = found.lines[cut].map(([one, other, count]) => {
      const [[x1, y1], [x2, y2]] = [place(one), place(other)];
      return svg("path", { class: `line ${cut}`, "data-ends": `${Math.floor(one / 2)} ${Math.floor(other / 2)}`, "stroke-opacity": (0.06 + 0.5 * Math.log1p(count) / most).toFixed(2), d: `M${x1} ${y1}Q${(x1 + x2) / 3} ${(y1 + y2) / 3} ${x2} ${y2}` });
    });
    const under = found.sections.flatMap((section) => [section.above >= 0 ? [section.at, found.sections[section.above].at] : null, section.bubble[2] ? [section.at, section.bubble] : null])
      .filter(Boolean).map(([one, other]) => svg("path", { class: "under", d: `M${one[0]} ${one[1]}L${other[0]} ${other[1]}` }));
    const knots = found.sections.map((section, index) => knot(section, index));
    const others = cut === "before" && found.others ? [svg("circle", { class: "others", cx: OTHERS[0], cy: OTHERS[1], r: Math.min(34, 3 + Math.sqrt(found.others)) }, svg("title", {}, `${plural(found.others, "page")} that are neither index pages nor articles of a section`)), svg("text", { x: OTHERS[0], y: OTHERS[1] + 48, "text-anchor": "middle" }, `${number(found.others)} other`)] : [];
    const viewBox = extent(), [, , width, height] = viewBox.split(" ").map(Number);
    const map = svg("svg", { class: "map", viewBox, role: "group", "aria-label": "Map of the site" }, under, lines, others, knots);
    // Labels keep a legible size however much the map is shrunk, as far as there is room for them.
    map.style.fontSize = `${Math.min(Math.max(11.5 * Math.max(width / (box.clientWidth || width), height / (box.clientHeight || height)), 11), 17)}px`;
    map.addEventListener("mouseover", (event) => light(map, event.target.closest(".knot")));
    map.addEventListener("mouseleave", () => light(map, null));
    return map;
  }

  function knot(section, index) {
    const half = section.above < 0 || section.series ? 6 : 4;
    const said = section.articles || !section.listed ? number(section.articles) : `lists ${number(section.listed)}`;
    const act = () => choose(chosen === index ? null : index);
    return svg("g", { class: `knot${chosen === index ? " chosen" : ""}`, tabindex: "0", role: "button", "data-index": index, "aria-label": `${section.label}, ${said} articles`, onclick: act, onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } } },
      svg("title", {}, `${section.label}\n${plural(section.articles, "article")}, ${plural(section.index_pages, "index page")}\n${section.address}`),
      section.bubble[2] ? svg("circle", { cx: section.bubble[0], cy: section.bubble[1], r: section.bubble[2] }) : null,
      svg("rect", { x: section.at[0] - half, y: section.at[1] - half, width: 2 * half, height: 2 * half, rx: 1 }), label(section, said));
  }

  function label(section, said) {
    const name = section.label.length > LONGEST ? `${section.label.slice(0, LONGEST - 2)} …` : section.label, text = `${name} (${said})`;
    if (section.at[0] === 0 && section.at[1] === 0) return svg("text", { "text-anchor": "middle", y: -12 }, text);
    if (section.crowded) return null;
    const across = Math.sin(section.angle) * (section.beyond + 7), down = -Math.cos(section.angle) * (section.beyond + 7), degrees = Math.atan2(down, across) * 180 / Math.PI, flipped = Math.abs(degrees) > 90;
    return svg("text", { transform: `translate(${across.toFixed(1)} ${down.toFixed(1)}) rotate(${(flipped ? degrees + 180 : degrees).toFixed(1)})`, y: 4, "text-anchor": flipped ? "end" : "start" }, text);
  }

  function light(map, knotElement) {
    map.classList.toggle("dimmed", Boolean(knotElement));
    for (const line of map.querySelectorAll(".line")) line.classList.toggle("lit", Boolean(knotElement) && line.dataset.ends.split(" ").includes(knotElement.dataset.index));
  }

  const legend = () => h(".map-legend", {}, h("span", {}, h("i.dot.kind-index"), " index page"), h("span", {}, h("i.dot.kind-article"), " its articles"), h("span", {}, "lines are links"));

  load();
  return {
    element,
    update: () => undefined,
    changed: ({ files } = {}) => files && load(),
    key(key) {
      if (key === "j" || key === "k") { pages.list.step(key === "j" ? 1 : -1); return true; }
      return false;
    },
  };
}
