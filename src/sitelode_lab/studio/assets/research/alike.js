// Mark pages that are meant and pages that are not; the others follow, the likeliest first.
import { h, fill, percent, plural, shortUrl } from "../core/dom.js";
import { base, get } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { pageFinder } from "../parts/pages.js";

export default function alikeTool(where, { settle }) {
  const marked = new Map(); // page number: [page, meant]
  const chosen = h("ul.chips.marked", { "aria-label": "Marked pages" }), answer = h(".scroll.alike", { role: "region", "aria-label": "Pages alike", "aria-live": "polite", tabindex: "0" });
  let asked = 0;
  const mark = (page, meant) => { marked.set(page.page, [page, meant]); look(); };
  const unmark = (page) => { marked.delete(page.page); look(); };
  const finder = pageFinder({ label: "Find a page you want more of", onchoose: (page) => mark(page, true) });
  const numbers = (meant) => [...marked.values()].filter(([, own]) => own === meant).map(([page]) => page.page).join(",");

  function row(page) {
    return h("li.line", { title: page.reason },
      h("span.number", {}, percent(page.probability)),
      h("button", { type: "button", "aria-label": `Like this: ${shortUrl(page.url)}`, onclick: () => mark(page, true) }, "yes"),
      h("button", { type: "button", "aria-label": `Not like this: ${shortUrl(page.url)}`, onclick: () => mark(page, false) }, "no"),
      h("a.one-line.name", { href: `${base}/page/${page.page}` }, page.title || shortUrl(page.url)),
      h("span.faint.one-line", {}, page.reason));
  }

  function drawMarked() {
    fill(chosen, [...marked.values()].map(([page, meant]) => h(`li.mark${meant ? "" : ".unlike"}`, { title: page.url },
      h("b", {}, meant ? "like this" : "not like this"),
      h("span.one-line", {}, page.title || shortUrl(page.url)),
      h("button.icon", { type: "button", "aria-label": `Remove ${shortUrl(page.url)}`, onclick: () => unmark(page) }, "×"))));
  }

  async function look() {
    drawMarked();
    settle("research/alike", { like: numbers(true), unlike: numbers(false) });
    const mine = ++asked;
    if (!numbers(true)) return fill(answer, empty("Choose one or two pages; the others are sorted by how much they are like them."));
    fill(answer, loading("Comparing all pages …"));
    try {
      const found = await get("similar", { like: numbers(true), unlike: numbers(false) });
      if (mine !== asked) return;
      fill(answer,
        h("p.quiet", {}, `${plural(found.total, "further page")}, the likeliest first`),
        found.question && h("p", {}, "This page is the least certain: say yes or no. ", h("b", {}, shortUrl(found.question.url))),
        h("ol", {}, found.pages.map(row)));
    } catch (problem) {
      if (mine === asked) fill(answer, failed(problem, look));
    }
  }

  async function restore() {
    for (const [name, meant] of [["like", true], ["unlike", false]]) {
      for (const page of (where.query.get(name) || "").split(",").filter(Boolean).slice(0, 20)) {
        try { const found = await get(`page/${Number(page)}`); marked.set(Number(page), [{ page: Number(page), url: found.url, title: found.title }, meant]); } catch { /* a page that is gone is not marked */ }
      }
    }
    look();
  }

  restore();
  return { element: h(".screen", {}, h(".tools", {}, finder.element, chosen), answer) };
}
