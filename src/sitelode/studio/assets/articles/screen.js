// Home: the articles that were mined. Search, filter, sort; read one beside the table; say of many at once what they are.
import { h, fill, number, plural } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { toast } from "../core/toast.js";
import { dataGrid } from "../parts/grid.js";
import { columns } from "./columns.js";
import { filterBar } from "./filters.js";
import { doubtPanel } from "./doubts.js";
import { highlighted } from "../parts/highlight.js";
import { preview } from "./preview.js";
import { pickBar } from "./pick_bar.js";

const FILTERS = ["words", "section", "language", "author", "layout", "since", "until", "doubt", "state", "sort", "down"];

export default function articlesScreen(where, context) {
  const { go, settle } = context;
  let query = read(where), overview = null, asked = null, at = 0;
  const facts = h(".facts", { role: "status" });
  const filters = filterBar({ onchange: (changes) => change(changes) });
  const doubts = doubtPanel({ onchoose: (name) => change({ doubt: name === query.doubt ? undefined : name }), onright: (name) => say("right", { query: { doubt: name } }) });
  const article = preview({ onsay: (says, page) => say(says, { pages: [page] }) });
  const bar = pickBar({ onsay: (says, picked) => say(says, picked.all ? { query: asStrings(query) } : { pages: picked.ids }), onclear: () => grid.unpick(), query: () => query });
  const grid = dataGrid({
    columns: columns((text) => highlighted(query.words || "")(text)), label: "Articles", idOf: (row) => row.page, onsort: (sort, down) => change({ sort, down: down ? "1" : undefined }),
    onpick: (picked) => bar.show(picked), onchoose: (row) => article.show(row.page, query.words), onopen: (row) => go(`page/${row.page}`),
    nothing: () => (overview?.articles ? "No matching articles. Remove a filter or a word." : "This site has no articles. See Tables for its lists and details, and Site for its pages."),
    fetchRows: async (start, count) => {
      const found = await get("articles", { ...query, start, count }, asked?.signal);
      drawFacts(found);
      if (grid.chosen < 0 && found.total) requestAnimationFrame(() => grid.chosen < 0 && grid.choose(Math.min(at, found.total - 1)));
      if (!found.total) article.clear();
      return { total: found.total, rows: found.articles };
    },
  });
  const element = h(".screen", {}, filters.element,
    h(".columns.articles-columns", {},
      h(".column", {}, doubts.element, h(".head.slim.wraps", {}, facts, h("span.faint", {}, "Read, check and download the extracted articles.")), grid.element, bar.element),
      h(".column", {}, article.element)));

  // On a phone the article is below the table.
  grid.element.addEventListener("click", (event) => {
    if (matchMedia("(max-width: 760px)").matches && event.target.closest(".row") && !event.target.closest("input, .pick")) article.element.scrollIntoView();
  });

  function read({ query: given }) {
    const found = Object.fromEntries(FILTERS.filter((name) => given.has(name)).map((name) => [name, given.get(name)]));
    return found;
  }

  // Searching puts the best first, until a person sorts otherwise.
  function change(changes) {
    const before = query;
    query = { ...query, ...changes };
    for (const name of Object.keys(query)) if (query[name] === undefined || query[name] === null) delete query[name];
    if (query.words && !before.words && !("sort" in changes)) Object.assign(query, { sort: "best", down: undefined });
    if (!query.words && query.sort === "best") delete query.sort;
    if (query.down === undefined) delete query.down;
    load();
  }

  function load() {
    asked?.abort();
    asked = new AbortController();
    settle("articles", query);
    grid.sorted(query.sort || "", query.down === "1");
    filters.show(query, overview);
    doubts.show(overview, query.doubt);
    at = 0;
    grid.unchoose();
    grid.top();
    grid.unpick();
    grid.refresh();
  }

  function drawFacts(found) {
    const words = found.total === found.all ? [h("b", {}, number(found.total)), found.total === 1 ? " article" : " articles"] : [h("b", {}, number(found.total)), ` of ${plural(found.all, "article")}`];
    fill(facts, h("span", {}, words), overview?.checked ? h("span", {}, `${number(overview.checked)} checked`) : null);
  }

  async function readOverview() {
    try {
      overview = await get("overview");
    } catch (error) {
      return toast(error.message);
    }
    filters.show(query, overview);
    doubts.show(overview, query.doubt);
  }

  async function say(says, whom) {
    try {
      const answer = await post("say", { says, ...whom });
      const words = { right: "right", article: "an article", index: "an index page", other: "not an article" }[says];
      toast(`${plural(answer.pages, "page")}: ${words}.`, { name: "Undo", work: () => post("undo") });
    } catch (error) {
      toast(error.message);
    }
  }

  // What to check first stands above the table: both appear together, so that nothing moves once it is there.
  const body = element.querySelector(".columns");
  body.classList.add("waiting");
  readOverview().finally(() => body.classList.remove("waiting"));
  load();
  return {
    element,
    update(next) {
      const given = read(next);
      if (JSON.stringify(given) !== JSON.stringify(query)) { query = given; load(); }
      return true;
    },
    // The same place in the list, where by now another article may stand.
    changed() { readOverview(); at = Math.max(grid.chosen, 0); grid.unpick(); grid.unchoose(); grid.refresh(); },
    close: () => asked?.abort(),
    key(key) {
      if (key === "j" || key === "k") return grid.step(key === "j" ? 1 : -1), true;
      if (key === "x") return grid.togglePicked(), true;
      if (key === "Enter" && grid.chosenRow) return go(`page/${grid.chosenRow.page}`), true;
      if (key === "r" && grid.chosenRow) return say("right", { pages: [grid.chosenRow.page] }), true;
      if (key === "Escape") return grid.unpick(), true;
      return false;
    },
  };
}

const asStrings = (query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));
