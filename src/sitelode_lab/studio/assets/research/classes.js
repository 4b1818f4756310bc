// Classes of one's own: name them, mark a few pages for each; all other pages follow, the doubtful first.
import { h, fill, number, percent, plural, choice, shortUrl } from "../core/dom.js";
import { address, get, post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { toast } from "../core/toast.js";
import { pageFrame } from "../parts/frame.js";
import { virtualList } from "../parts/list.js";

export default function classesTool(where, { settle }) {
  let names = [], chosen = where.query.get("class") || "", order = where.query.get("order") || "doubt", system = where.query.get("system") || "", about = null, page = null;
  const added = new Set(); // names without a page so far
  const field = h("input", { type: "text", maxlength: "60", placeholder: "a class, such as review", "aria-label": "Name of a new class" });
  const form = h("form.line-of-tools", { onsubmit: (event) => { event.preventDefault(); add(field.value); } }, field, h("button", {}, icon("plus"), " Add class"));
  const chips = h(".chips", { role: "group", "aria-label": "Classes" }), tools = h("span.line-of-tools"), marks = h(".mark-as", { role: "group", "aria-label": "This page is" });
  const frame = pageFrame("The chosen page"), heading = h("h2.one-line", { dir: "auto" }), reason = h("p.quiet");
  const right = h(".column", {}, h(".head.mark-head.wraps", {}, heading, marks, reason), frame.element);
  const list = virtualList({ rowHeight: 46, label: "Pages", render: row, onchoose: look, nothing: "No page is of this class.", fetchRows });

  async function fetchRows(start, count) {
    const found = await get("classes", { class: chosen, order, system, start, count });
    if (start === 0) {
      about = found;
      draw();
      if (!page && found.total) setTimeout(() => page || list.choose(0)); // once the list has its rows
    }
    return { total: found.total, rows: found.rows };
  }

  function row(each) {
    const verdict = each.marked || each.label;
    return h("div", { title: each.reason },
      h(".line", {}, h("span.one-line.grow", { dir: "auto" }, each.title || shortUrl(each.url)), verdict ? h("span.badge", { class: each.marked ? "fits" : each.score < 0.7 ? "drifting" : "" }, verdict) : null,
        h("span.quiet.number.score", {}, each.marked ? "marked" : each.score === null ? "" : percent(each.score))),
      h(".sub.one-line", {}, shortUrl(each.url)));
  }

  function draw() {
    names = [...new Set([...about.classes.map((each) => each.name), ...added])];
    const counts = new Map(about.classes.map((each) => [each.name, each]));
    fill(chips, names.length ? [["", "All pages"], ...names.map((name) => [name, name])].map(([name, words]) => {
      const own = counts.get(name);
      return h("button.chip", { type: "button", "aria-pressed": String(chosen === name), title: own ? `${plural(own.marked, "page")} marked` : null, onclick: () => { chosen = name; reload(); } },
        h("span", {}, words), own ? h("span.share", {}, about.is_classified ? number(own.pages) : `${number(own.marked)} marked`) : null);
    }) : null);
    const ways = h("select", { "aria-label": "Classifier", onchange: (event) => { system = event.target.value; reload(); } }, about.systems.map((name) => h("option", { value: name, selected: name === about.system }, name)));
    const files = [["csv", "CSV"], ["jsonl", "JSON lines"], ["json", "Model"]].map(([kind, words]) => h("a.button", { href: address(`found/classes.${kind}`, { system }), download: `classes.${kind}` }, icon("download"), ` ${words}`));
    fill(tools, about.is_classified ? [choice([["doubt", "Doubtful first"], ["sure", "Sure first"]], order, (next) => { order = next; reload(); }, "Order"), ways, files]
      : h("span.quiet", {}, names.length < 2 ? "Add two classes or more, then mark a page or two for each." : "Choose a page on the left and say what it is. Once two classes have a page, all pages are classified."));
    drawMarks();
  }

  function look(each) {
    page = each;
    heading.textContent = each.title || shortUrl(each.url);
    heading.title = each.url;
    reason.textContent = each.reason ? `${percent(each.score)} ${each.label}, because of ${each.reason}` : "";
    frame.show(each.page, { view: "article" });
    drawMarks();
  }

  function drawMarks() {
    if (!page) return fill(marks, h("span.quiet", {}, "Choose a page on the left."));
    fill(marks, names.map((name) => h("button", { type: "button", "aria-pressed": String(page.marked === name), onclick: () => say(page.marked === name ? "" : name) }, name)), names.length ? null : h("span.quiet", {}, "Add a class first."));
  }

  function add(name) {
    const wanted = name.trim().replace(/\s+/g, " ");
    if (!wanted) return;
    added.add(wanted);
    field.value = "";
    if (about) draw(); // else with the first answer
  }

  async function say(label) {
    const said = page, at = list.chosen;
    try {
      await post("classes/say", { pages: [said.page], label });
      page = { ...said, marked: label };
      list.refresh();
      drawMarks();
      list.choose(at, { quietly: true });
    } catch (error) {
      toast(error.message);
    }
  }

  function reload() {
    settle("research/classes", { class: chosen, order: order === "doubt" ? null : order, system });
    list.unchoose();
    list.top();
    list.refresh();
  }

  reload();
  return { element: h(".screen", {}, h(".tools", {}, form, chips, tools), h(".columns.two-columns", {}, h(".column", {}, list.element), right)), key: (key) => (key === "j" || key === "k") && (list.step(key === "j" ? 1 : -1), true) };
}
