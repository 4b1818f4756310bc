// One page: the article beside the original, and for every region why it is in or out.
import { h, fill, number, percent, plural, shortUrl } from "../core/dom.js";
import { hasScreen } from "../core/router.js";
import { address, get, post } from "../core/api.js";
import { arrayList } from "../parts/list.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { toast } from "../core/toast.js";
import { pageFrame } from "../parts/frame.js";
import { pageFinder } from "../parts/pages.js";
import { textBlocks } from "../parts/text_blocks.js";

const DOUBTFUL_WITHIN = 0.25; // of the probability from which text is taken; set by hand

const KIND_WORDS = { article: "an article", index: "an index page", other: "another page" };

export default function pageScreen(where, { go, settle }) {
  let lastField = "", page = where.rest[0] ?? null, tab = where.query.get("tab") || "article", found = null, turn = 0;
  const frame = pageFrame("The original page, its article in full colour");
  const finder = pageFinder({ label: "Find a page", onchoose: (chosen) => go(`page/${chosen.page}`) });
  const before = h("button", { type: "button", title: "Previous page of this layout (k)", onclick: () => step("before") }, "‹");
  const after = h("button", { type: "button", title: "Next page of this layout (j)", onclick: () => step("after") }, "›");
  const facts = h(".facts"), tabs = h(".tabs", { role: "tablist" }), panel = h(".scroll"), right = h(".column", {}, h(".head.wraps", {}, tabs, h(".grow"), h("span.quiet", {}, "Click a text of the page to correct it")), panel);
  const regions = arrayList({ rowHeight: 62, label: "Regions", render: regionRow, onchoose: (region) => frame.point(`g${region.region}`) });
  regions.element.addEventListener("mouseover", (event) => {
    const row = event.target.closest(".row");
    if (row) frame.point(`g${regions.rows[row.dataset.index].region}`);
  });
  const element = h(".screen", {},
    h(".tools", {}, h(".choice", {}, before, after), finder.element, facts),
    h(".columns.page-columns", {}, h(".column", {}, frame.element), right));

  const step = (way) => found?.[way] !== null && found && go(`page/${found[way]}${tab === "article" ? "" : `?tab=${tab}`}`);

  async function load(again = false) {
    const mine = ++turn;
    if (!found) fill(panel, loading());
    if (page === null) {
      try { page = (await get("articles", { count: 1 })).articles[0]?.page ?? (await get("pages", { count: 1 })).pages[0]?.page ?? 0; } catch (error) { return fill(panel, failed(error, load)); }
    }
    settle(`page/${page}`, { tab: tab === "article" ? null : tab });
    frame.show(page, { view: "article" }, { again });
    let answer;
    try {
      answer = await get(`page/${page}`);
    } catch (problem) {
      fill(panel, failed(problem));
      return;
    }
    if (mine !== turn) return;
    found = answer;
    before.disabled = found.before === null;
    after.disabled = found.after === null;
    finder.show(found);
    fill(facts,
      found.kind ? h("label", { title: found.kind_why }, h("i.dot", { class: `kind-${found.kind}` }), " ", kindChoice()) : null,
      h("span", {}, `${number(found.position + 1)} of ${number(found.pages_of_cluster)} in `, hasScreen("research") ? h("a", { href: address(`research/template/${found.cluster}`, { page }) }, `layout ${found.cluster}`) : `layout ${found.cluster}`),
      h("a", { href: address(`tables/page/${page}`) }, "Its lists"), hasScreen("research") && h("a", { href: address(`research/compare/${page}/${found.after ?? found.before ?? page}`) }, "Compare with the next"));
    draw();
  }

  // What the page is, for a person to correct.
  function kindChoice() {
    const field = h("select", { "aria-label": "This page is", onchange: async () => {
      try { await post("say", { says: field.value, pages: [Number(page)] }); toast(`This page is ${KIND_WORDS[field.value]}.`, { name: "Undo", work: () => post("undo") }); } catch (error) { toast(error.message); }
    } }, Object.entries(KIND_WORDS).map(([value, words]) => h("option", { value, selected: value === found.kind }, words)));
    return field;
  }

  function draw() {
    fill(tabs, [["article", "Article"], ["regions", `Regions (${number(found.regions.length)})`], ["fields", "Fields"], ["markdown", "Markdown"]].map(([name, words]) =>
      h("button", { type: "button", role: "tab", "aria-selected": String(tab === name), onclick: () => { tab = name; settle(`page/${page}`, { tab: name === "article" ? null : name }); draw(); } }, words)));
    right.replaceChild(tab === "regions" ? regions.element : panel, right.lastChild);
    if (tab === "regions") return regions.show(inOrder(found.regions));
    if (tab === "fields") return fill(panel, fieldTable());
    const article = found.found;
    if (article.reason) return fill(panel, empty(`No article: ${article.reason}.`));
    const note = found.kind && found.kind !== "article" ? h("p.note", { dir: "ltr" }, h("b", {}, found.kind === "index" ? "Index page" : "Other page"), `: ${found.kind_why}. Its text is not in the result, unless the site has no index pages.`) : null;
    fill(panel, h("article.article", { dir: "auto" }, note, h("h1", {}, article.title || "(no title)"),
      h(".facts", { dir: "ltr" }, article.date ? h("span", {}, article.date) : null, article.author ? h("span", {}, article.author) : null, h("span", {}, article.language), h("span", {}, "confidence ", h("b", {}, percent(article.confidence))), h("span", {}, `${number(article.text.length)} characters`)),
      tab === "markdown" ? h(".body.mono", {}, article.markdown) : h(".body", {}, textBlocks(article.text, found.headings).map(({ name, words, at }) => h(name, { "data-at": at }, words))),
      tab === "article" ? markForm() : null));
    panel.scrollTop = 0;
  }

  // Selected text becomes an example for rules; every heading and paragraph knows where it begins in the text of the article.
  function markForm() {
    const name = h("input", { type: "text", maxlength: "40", placeholder: "field of the selected text", "aria-label": "Field of the selected text", required: true, value: lastField });
    const said = h("p.quiet", { role: "status" });
    let selected = null;
    const remember = () => {
      const selection = window.getSelection(), range = selection.rangeCount ? selection.getRangeAt(0) : null;
      const ends = range && [[range.startContainer, range.startOffset], [range.endContainer, range.endOffset]].map(([node, offset]) => Number(node.parentElement?.dataset.at ?? NaN) + offset);
      if (ends && !range.collapsed && !ends.some(Number.isNaN)) selected = ends;
    };
    panel.addEventListener("mouseup", remember);
    panel.addEventListener("keyup", remember);
    return h("form.another", { dir: "ltr", onsubmit: async (event) => {
      event.preventDefault();
      if (!selected) return fill(said, "Select a piece of the text above first.");
      lastField = name.value;
      // The browser counts in UTF-16, the text in characters.
      const [start, end] = selected.map((at) => [...found.found.text.slice(0, at)].length);
      try {
        const kept = await post("mark", { page: Number(page), field: name.value, start, end });
        fill(said, `${kept.field}: “${kept.value}” (${plural(kept.texts, "marked text")}). `, hasScreen("research") && h("a", { href: address("research/rules/rules") }, "Learn rules from them"));
      } catch (problem) {
        fill(said, problem.message);
      }
    } }, name, h("button", {}, "Mark"), said);
  }

  function fieldTable() {
    return h("table.data.fields", {}, h("thead", {}, h("tr", {}, ["field", "value", "source"].map((word) => h("th", {}, word)))),
      h("tbody", {}, found.fields.map((field) => h("tr", { title: [...field.others.map((each) => `also ${each}`), ...field.rejected.map((each) => `not ${each}`)].join("\n") },
        h("td", {}, field.name), h("td", { class: field.value ? "" : "faint" }, field.value || "none"), h("td.quiet", {}, field.source)))));
  }

  // Content and what was nearly content come first, then the rest; each part as on the page.
  function inOrder(all) {
    const matters = (region) => region.role || Math.abs(region.probability - found.taken_from) < DOUBTFUL_WITHIN;
    return [...all.filter(matters), ...all.filter((region) => !matters(region))];
  }

  function regionRow(region) {
    return h(".region", { title: region.path },
      h(".line", {}, h("span.text.grow", { class: region.role ? "" : "out" }, region.text), region.role ? h("span.role", { class: region.role }, region.role) : null),
      h(".sub.one-line", {}, region.why), h(".sub.one-line.mono", {}, region.path));
  }

  load();
  return {
    element,
    update(next) {
      const wanted = next.rest[0] ?? page;
      tab = next.query.get("tab") || tab;
      if (String(wanted) !== String(page)) { page = wanted; load(); } else if (found) draw();
      return true;
    },
    picked: (news, picker) => Number(news.page) === Number(page) && picker.open(news.page, news.row, news.point ? frame : null),
    changed: () => load(true),
    key(key) {
      if (key === "j") return step("after"), true;
      if (key === "k") return step("before"), true;
      return false;
    },
  };
}
