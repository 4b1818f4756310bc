// Pages by how much they are tables of contents, by LAMIS and the methods it was compared with.
import { h, fill, choice, number, plural, shortUrl } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { loading, problem } from "../core/states.js";

export default function ranksTool(where, { settle }) {
  let method = where.query.get("method") || "lamis-cb-tw", turn = 0;
  const methods = h("span"), facts = h(".facts"), body = h(".scroll", { tabindex: "0", role: "region", "aria-label": "Ranked pages" });
  const element = h(".screen", {}, h(".tools", {}, methods, facts), body);

  async function load() {
    const mine = ++turn;
    settle("research/ranks", { method });
    fill(body, loading("Reading the links of all pages …"));
    let found;
    try {
      found = await get("ranks", { method });
    } catch (error) {
      if (mine === turn) fill(body, problem(error, load));
      return;
    }
    if (mine !== turn) return;
    fill(methods, choice(found.methods.map((each) => [each.name, each.name, each.words]), method, (next) => { method = next; load(); }, "Method"));
    fill(facts, h("span", {}, found.methods.find((each) => each.name === method).words), found.iterations ? h("span", {}, `${plural(found.iterations, "iteration")}${found.stop === "limit" ? ", as many as are allowed" : found.stop ? `, ${found.stop}` : ""}`) : null);
    fill(body, h("table.data", {}, h("thead", {}, h("tr", {}, h("th.number", {}, "rank"), h("th", {}, "page"), h("th", {}, "kind"), ["score", "hub", "authority"].map((word) => h("th.number", {}, word)))),
      h("tbody", {}, found.ranked.map((page, place) => h("tr", {}, h("td.number", {}, number(place + 1)), h("td", { title: page.url }, h("a", { href: address(`page/${page.page}`), dir: "auto" }, page.title || shortUrl(page.url))),
        h("td", {}, h("i.dot", { class: `kind-${page.kind}` }), ` ${page.kind}`), [page.score, page.hub, page.authority].map((value) => h("td.number", {}, value.toFixed(4))))))),
    found.pages > found.ranked.length ? h("p.quiet.padded", {}, `and ${number(found.pages - found.ranked.length)} more`) : null);
  }

  load();
  return { element, update(next) { const wanted = next.query.get("method") || method; if (wanted !== method) { method = wanted; load(); } return true; } };
}
