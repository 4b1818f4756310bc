// News Ripper's program: clusters by a mapping with tags of one's choice, articles of one layout by any separator, sources in two colours.
import { h, fill, number, percent, plural, choice, shortUrl } from "../core/dom.js";
import { address, get, post } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";

const TAGS = ["table", "div", "span", "a", "img", "form", "ul", "p", "br", "h1"];

export default function ripperTool(where, { settle, state }) {
  let view = where.rest[0] || "articles", cluster = Number(where.query.get("layout") ?? state.main_layout ?? 0), page = where.query.get("page");
  let separator = where.query.get("separator") || "leaf-difference", formatted = where.query.get("formatted") === "1";
  let method = where.query.get("method") || "fine", threshold = where.query.get("threshold") || "0.6", turn = 0;
  let members = (where.query.get("pages") || "").split(",").filter(Boolean); // of a cluster made here; none: those of the layout
  const treatments = Object.fromEntries([...where.query].filter(([name]) => name.startsWith("tag.")));
  const views = h("span"), controls = h("span.ripper-controls"), facts = h(".facts"), body = h(".scroll.reading", { tabindex: "0", role: "region", "aria-label": "What was found" });
  const element = h(".screen", {}, h(".tools", {}, views, controls, h(".grow"), facts), body);

  const reload = (change) => { change(); load(); };
  const separators = (names) => h("select", { "aria-label": "Separator", onchange: (event) => reload(() => { separator = event.target.value; }) },
    names.map((name) => h("option", { value: name, selected: name === separator }, name)));

  async function load() {
    const mine = ++turn;
    fill(views, choice([["clusters", "Clusters"], ["articles", "Articles"], ["source", "Source"]], view, (next) => reload(() => { view = next; }), "What to see"));
    settle(`research/ripper/${view}`, {
      layout: view === "articles" ? cluster : null, page: view === "source" ? page : null, separator: view === "clusters" ? null : separator, formatted: view === "articles" && formatted ? "1" : null, pages: view === "articles" ? members.join() : null,
      ...(view === "clusters" ? { method, threshold } : {}), ...(view === "source" ? {} : treatments),
    });
    fill(body, loading({ clusters: "Mapping every two pages …", articles: "Reading the layout …", source: "Reading the page …" }[view]));
    try {
      const drawn = await { clusters, articles, source }[view]();
      if (mine === turn) drawn();
    } catch (problem) {
      if (mine === turn) fill(body, failed(problem, load));
    }
  }

  async function clusters() {
    const found = await get("ripper/clusters", { method, threshold, ...treatments });
    return () => {
      const slider = h("input", { type: "range", min: "0.1", max: "1", step: "0.05", value: threshold, "aria-label": "Similarity threshold", onchange: (event) => reload(() => { threshold = event.target.value; }) });
      fill(controls, choice(found.methods.map((name) => [name, name]), method, (next) => reload(() => { method = next; }), "Mapping"),
        h("label.slider", {}, h("span.quiet", {}, "Similarity"), slider, h("output", {}, percent(found.threshold))), [...new Set([...TAGS, ...Object.keys(treatments).map((name) => name.slice(4))])].map(tagBox), anotherTag());
      fill(facts, h("span", {}, `${plural(found.clusters.length, "cluster")} of ${number(found.sample)} of ${plural(found.of, "page")}`),
        found.fooled ? h("span.problem", {}, `fast missed much on ${plural(found.fooled, "pair")}: try fine`) : null);
      fill(body, found.clusters.map((each, place) => h("section.hit", {}, h("h2", { class: each.colour === null ? "faint" : `cluster-colour-${each.colour % 8}` },
        each.colour === null ? "Alone" : `Cluster ${place + 1}, ${plural(each.pages.length, "page")}`,
        each.colour === null ? null : h("button", { type: "button", onclick: () => reload(() => { members = each.pages.map((one) => one.page); view = "articles"; }) }, "Articles")),
        h("ul", {}, each.pages.slice(0, 60).map((one) => h("li", {}, h("a", { href: address(`page/${one.page}`) }, shortUrl(one.url)))), each.pages.length > 60 ? h("li.faint", {}, `and ${number(each.pages.length - 60)} more`) : null))));
    };
  }

  function tagBox(tag) {
    const chosen = treatments[`tag.${tag}`];
    return h("label.tag-choice", { title: `What becomes of <${tag}>` }, h("span.mono", {}, tag), h("select", { "aria-label": `Treatment of ${tag}`, onchange: (event) => reload(() => {
      event.target.value ? (treatments[`tag.${tag}`] = event.target.value) : delete treatments[`tag.${tag}`]; }) },
    [["", "usual"], ["keep", "keep"], ["ignore", "ignore"], ["remove", "remove"]].map(([value, text]) => h("option", { value, selected: (chosen || "") === value }, text))));
  }

  // Any tag can be chosen: the boxes are for those that matter most often.
  function anotherTag() {
    const name = h("input", { type: "text", size: "8", maxlength: "20", placeholder: "other tag", "aria-label": "Another tag to ignore" });
    return h("form.tag-choice", { onsubmit: (event) => { event.preventDefault(); const tag = name.value.trim().toLowerCase(); if (tag) reload(() => { treatments[`tag.${tag}`] = "ignore"; }); } }, name);
  }

  async function articles() {
    const found = await get(`ripper/articles/${cluster}`, { separator, formatted: formatted ? "1" : null, pages: members.join(), ...treatments });
    return () => {
      const before = h("button", { type: "button", title: "Previous layout", disabled: cluster === 0, onclick: () => reload(() => { cluster -= 1; }) }, "‹");
      const after = h("button", { type: "button", title: "Next layout", disabled: cluster + 1 >= found.clusters, onclick: () => reload(() => { cluster += 1; }) }, "›");
      fill(controls, members.length ? h("button", { type: "button", onclick: () => reload(() => { members = []; }) }, "Cluster ×") : [h(".choice", {}, before, after), `Layout ${cluster}`], separators(found.separators),
        choice([["0", "Plain"], ["1", "Formatted"]], formatted ? "1" : "0", (next) => reload(() => { formatted = next === "1"; }), "Form"));
      fill(facts, h("span", {}, plural(found.pages, "page")), found.pages > found.articles.length ? h("span", {}, `${found.articles.length} shown`) : null);
      fill(body, found.articles.length ? found.articles.map((each) => h("section.hit", {}, h("h2", {}, h("a", { href: address(`page/${each.page}`) }, shortUrl(each.url)),
        h("button", { type: "button", onclick: () => reload(() => { page = each.page; view = "source"; }) }, "Source")), h("pre.wrapped", {}, each.text || "nothing is left"))) : empty("This layout has no pages."));
    };
  }

  async function source() {
    if (page === null || page === undefined) page = (await get("pages", { cluster, count: 1 })).pages[0]?.page ?? 0;
    const found = await get(`ripper/source/${page}`, { separator });
    return () => showSource(found, true);
  }

  // What is edited is judged anew and can be saved; the page of the site stays as it is.
  function edit(text) {
    const field = h("textarea.mono", { "aria-label": "Source", spellcheck: "false", rows: "40" });
    field.style.width = "100%";
    field.value = text;
    const judge = async () => {
      try {
        showSource(await post("ripper/edited", { page: Number(page), separator, source: field.value }), false);
      } catch (problem) {
        fill(facts, h("span.problem", {}, problem.message));
      }
    };
    const save = () => {
      const link = h("a", { href: URL.createObjectURL(new Blob([field.value], { type: "text/html" })), download: `page-${page}.html` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    };
    fill(controls, h("button", { type: "button", onclick: judge }, "Show content"), h("button", { type: "button", onclick: save }, "Save as file"), h("button", { type: "button", onclick: load }, "As written"));
    fill(body, field);
    field.focus();
  }

  function showSource(found, written) {
    const text = found.runs.map(([part]) => part).join("");
    fill(controls, written ? separators(found.separators) : null, h("a", { href: address(`page/${page}`) }, shortUrl(found.url)),
      found.left_out ? null : h("button", { type: "button", onclick: () => edit(text) }, "Edit"), written ? null : h("button", { type: "button", onclick: load }, "As written"));
    fill(facts, found.left_out ? h("span", {}, `${number(found.left_out)} more characters`) : null);
    fill(body, found.rebuilt ? h("p.note", {}, `This is rebuilt from the parsed page: ${found.rebuilt}.`) : h("p.quiet", { title: found.where }, `The source as ${written ? "it was written" : "you edited it"}; content is coloured, template is grey.`),
      h("pre.wrapped.coloured", {}, found.runs.map(([part, content]) => h(content ? "b" : "span", {}, part))));
  }

  load();
  return { element, update(next) { view = next.rest[0] || view; load(); return true; }, key: () => false };
}
