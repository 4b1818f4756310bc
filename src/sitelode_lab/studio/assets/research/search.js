// Full text over what was mined, and reports on one event side by side.
import { h, fill, later, number, plural, choice } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";

export default function searchTool(where, { settle }) {
  let words = where.query.get("words") || "", mode = where.query.get("mode") || "all", turn = 0;
  const box = h("input.wide-search", { type: "search", placeholder: "words, \"a phrase\", -not, begin*", "aria-label": "Search", value: words });
  const modes = h("span"), facts = h(".facts"), body = h(".scroll.reading");
  const element = h(".screen", {}, h(".tools", {}, box, modes, h(".grow"), facts), body);

  async function load() {
    const mine = ++turn, stories = mode === "stories";
    fill(modes, choice([["all", "All"], ["articles", "Articles"], ["records", "Records"], ["stories", "Stories", "Reports on one event side by side"]], mode, (next) => { mode = next; load(); }, "What to look in"));
    settle("research/search", { words, mode: mode === "all" ? null : mode });
    if (!words.trim() && !stories) { fill(facts); fill(body, empty("Type some words. Titles count more than texts; accents and capitals do not count.")); return; }
    fill(body, loading(stories ? "Comparing articles …" : "Searching …"));
    let found;
    try {
      found = stories ? await get("stories", { words }) : await get("search", { words, kind: mode });
    } catch (problem) {
      if (mine === turn) fill(body, failed(problem));
      return;
    }
    if (mine !== turn) return;
    if (stories) {
      fill(facts, h("span", {}, h("b", {}, number(found.total)), ` told more than once, of ${plural(found.articles, "article")}`));
      fill(body, found.stories.length ? found.stories.map(story) : empty("No two articles report the same event."));
    } else {
      fill(facts, h("span", {}, plural(found.hits.length, "result")));
      fill(body, found.hits.length ? found.hits.map(hit) : empty("Nothing found."));
    }
  }

  const title = (text) => text.page === null ? h("b", {}, text.title || text.url) : h("a", { href: address(`page/${text.page}`) }, text.title || text.url);
  const about = (...parts) => h(".faint", {}, parts.filter(Boolean).join(" · "));

  function hit(found) {
    return h(".hit", {}, h("h2", {}, title(found)), h("p", {}, found.excerpt), about(found.date.slice(0, 10), found.kind === "record" ? "record" : "", found.url, `score ${found.score}`));
  }

  function story(found) {
    return h(".hit.story", {}, h("h2", {}, found.shared.join(", ")), h("ul", {}, found.articles.map((each) =>
      h("li", {}, title(each), about(each.date.slice(0, 10), each.nearly_same ? "nearly the same text" : each.likeness < 1 ? `likeness ${each.likeness.toFixed(2)}` : "", each.url)))));
  }

  box.addEventListener("input", later(() => { words = box.value; load(); }, 250));
  load();
  return {
    element,
    update(next) { const asked = next.query.get("words") ?? words; if (asked !== words) { words = box.value = asked; load(); } return true; },
    changed: ({ files } = {}) => files && load(),
    key(key) { if (key === "/") { box.focus(); return true; } return false; },
  };
}
