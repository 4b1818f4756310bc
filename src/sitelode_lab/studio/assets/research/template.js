// One layout: a page with its template greyed, as each separator sees it, and the confidence of every region.
import { h, fill, number, percent, plural } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { arrayList } from "../parts/list.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { pageFrame } from "../parts/frame.js";
import { pageList } from "../parts/pages.js";

export default function templateTool(where, { go, settle, state }) {
  let cluster = Number(where.rest[0] ?? state.main_layout ?? 0), page = where.query.get("page"), voices = (where.query.get("voices") || "consensus").split(",").filter(Boolean);
  let about = null, turn = 0;
  const title = h("h1"), facts = h(".facts"), chips = h(".chips", { role: "group", "aria-label": "Separators" });
  const frame = pageFrame("The page with its template greyed"), note = h(".head");
  const pages = pageList({ cluster, label: "Pages of this layout", onchoose: (chosen) => { page = chosen.page; load(); } });
  const regions = arrayList({
    rowHeight: 46, label: "Regions", render: regionRow,
    onchoose: (region) => frame.point(`g${region.region}`),
  });
  regions.element.addEventListener("mouseover", (event) => {
    const row = event.target.closest(".row");
    if (row) frame.point(`g${regions.rows[row.dataset.index].region}`);
  });
  regions.element.addEventListener("dblclick", (event) => {
    const row = event.target.closest(".row");
    if (row) picked({ page, row: regions.rows[row.dataset.index].row, point: true }, lastPicker);
  });
  let lastPicker = null;
  const before = h("button", { type: "button", title: "Previous layout", onclick: () => go(`research/template/${cluster - 1}`) }, "‹");
  const after = h("button", { type: "button", title: "Next layout", onclick: () => go(`research/template/${cluster + 1}`) }, "›");
  const element = h(".screen", {},
    h(".tools", {}, h(".choice", {}, before, after), title, facts, h(".grow"), h("a.button", { href: "#", "data-to": "curves" }, "Curves"), chips),
    h(".columns.cluster-columns", {}, pages.element, h(".column", {}, frame.element), h(".column", {}, note, regions.element)));
  const curves = element.querySelector("[data-to=curves]");

  async function open() {
    try {
      about = await get(`cluster/${cluster}`);
    } catch (problem) {
      fill(element, failed(problem));
      return;
    }
    title.textContent = `Layout ${cluster}`;
    before.disabled = cluster === 0;
    after.disabled = cluster + 1 >= about.clusters;
    curves.href = address(`research/curves/${cluster}`);
    fill(facts, h("span", {}, h("b", {}, number(about.pages)), " pages"), h("span", {}, h("b", {}, number(about.articles)), " articles"),
      h("span", {}, h("b", {}, percent(about.common)), " in common"), about.pattern ? h("span.mono", {}, about.pattern) : null);
    page ??= about.typical;
    load();
  }

  async function load() {
    const mine = ++turn;
    drawChips(null);
    settle(`research/template/${cluster}`, { page, voices: voices.join(",") === "consensus" ? null : voices.join(",") });
    frame.show(page, { view: "template", voices: voices.join(",") });
    let found;
    try {
      found = await get(`template/${page}`, { voices: voices.join(",") });
    } catch (problem) {
      fill(note, h("span.problem", {}, problem.message));
      return;
    }
    if (mine !== turn) return;
    drawChips(found.content_share);
    fill(note, h("h2.one-line", { title: "What each separator says about every region, 0 template to 1 content" }, "Confidence"), h(".grow"), h("a.quiet", { href: address(`page/${page}`) }, "Article ›"));
    regions.show(found.regions);
  }

  function drawChips(shares) {
    fill(chips, about.voices.map(({ name, about: words }) => {
      const box = h("input", { type: "checkbox", value: name, checked: voices.includes(name), onchange: () => toggle(name, box.checked) });
      return h("label.chip", { title: words }, box, name, shares && name in shares ? h("span.share", {}, percent(shares[name])) : null);
    }));
  }

  function toggle(name, on) {
    voices = on ? [...voices, name] : voices.filter((each) => each !== name);
    if (!voices.length) voices = ["consensus"];
    load();
    chips.querySelector(`input[value="${name}"]`)?.focus();
  }

  function regionRow(region) {
    const mean = region.said.reduce((sum, value) => sum + value, 0) / region.said.length;
    const bars = h(".bars", {}, region.said.map((value, index) => { const bar = h("b"); bar.style.height = `${Math.round(value * 100)}%`; return h("i", { title: `${voices[index]} ${value.toFixed(2)}` }, bar); }));
    return h(".region", { title: `${region.why}\n${region.path}` },
      h(".line", {}, h("span.text.grow", { class: mean < 0.5 ? "out" : "" }, region.text), h("span.number.quiet", {}, mean.toFixed(2))),
      h(".line", {}, h("span.sub.one-line.grow", {}, region.path), bars));
  }

  function picked(news, picker) {
    if (Number(news.page) === Number(page)) picker.open(news.page, news.row, news.point ? frame : null);
  }

  open();
  return {
    element,
    update(next) {
      if (!about) return undefined;
      const wanted = Number(next.rest[0] ?? cluster);
      if (wanted !== cluster) { cluster = wanted; page = next.query.get("page"); pages.setCluster(cluster); open(); }
      return true;
    },
    picked,
    changed: () => { frame.show(page, { view: "template", voices: voices.join(",") }, { again: true }); load(); },
    key(key) {
      if (key === "j" || key === "k") { pages.list.step(key === "j" ? 1 : -1); return true; }
      return false;
    },
  };
}
