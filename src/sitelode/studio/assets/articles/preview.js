// One article beside the table, as it stands in the result.
import { h, fill, number } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { icon } from "../core/icons.js";
import { empty, problem } from "../core/states.js";
import { highlighted } from "../parts/highlight.js";
import { textBlocks } from "../parts/text_blocks.js";
import { sureness } from "./columns.js";

export function preview({ onsay }) {
  const body = h(".scroll", { tabindex: "0", role: "region", "aria-label": "Article" }, empty("Select an article to read it here."));
  const actions = h(".head.actions.hidden"), element = h(".preview", {}, actions, body);
  let page = null, words = "", turn = 0;

  async function load() {
    const mine = ++turn;
    let article;
    try {
      article = await get(`article/${page}`);
    } catch (error) {
      if (mine === turn) { actions.classList.add("hidden"); fill(body, problem(error)); }
      return;
    }
    if (mine !== turn) return;
    drawActions(article);
    const marked = highlighted(words);
    fill(body, h("article.article", { dir: "auto", lang: article.language || null },
      article.doubt ? h("p.note", { dir: "ltr" }, icon("warn"), " ", article.doubt, ".") : null,
      h("h1", {}, marked(article.title || "(no title)")),
      article.subtitle ? h("p.subtitle", {}, marked(article.subtitle)) : null,
      h(".facts", { dir: "ltr" }, article.date ? h("span", { title: article.date }, article.date.slice(0, 10)) : null, article.author ? h("span", {}, article.author) : null,
        article.section ? h("span", {}, article.section) : null, h("span", {}, `${number(article.text.length)} characters`), sureness(article.confidence)),
      h("a.address.one-line", { href: article.url, target: "_blank", rel: "noreferrer", title: "Open the page on the web", dir: "ltr" }, article.url, " ", icon("open", 12)),
      fieldsOf(article),
      h(".body", {}, textBlocks(article.text, article.headings).map(({ name, words }) => h(name, {}, marked(words)))),
      article.tags?.length ? h("p.tags-line", {}, article.tags.map((tag) => h("span.role", {}, tag))) : null));
    body.scrollTop = 0;
  }

  function drawActions(article) {
    actions.classList.remove("hidden");
    fill(actions,
      h("button", { type: "button", class: article.checked ? "" : "primary", disabled: article.checked, title: "This article is right (r)", onclick: () => onsay("right", page) }, icon("check"), article.checked ? " Checked" : " Right"),
      h("a.button", { href: address(`page/${page}`), title: "Open the page and click what is wrong" }, icon("page"), " Correct on the page"),
      h(".grow"),
      h("button", { type: "button", title: "For example a contact, search or legal page", onclick: () => onsay("other", page) }, "Not an article"),
      h("button", { type: "button", title: "A page that lists other pages", onclick: () => onsay("index", page) }, "Index page"));
  }

  const fieldsOf = (article) => article.fields && Object.keys(article.fields).length
    ? h("dl.fields", {}, Object.entries(article.fields).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value || "none")])) : null;

  return {
    element,
    show(next, search) { page = next; words = search || ""; load(); },
    clear() { page = null; turn += 1; actions.classList.add("hidden"); fill(body, empty("No article to show.")); },
  };
}
