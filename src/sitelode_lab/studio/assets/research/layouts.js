// Layouts as cards; the slider groups the pages anew while it moves.
import { h, fill, later, number, percent, plural, choice, meter, shortUrl } from "../core/dom.js";
import { address, get, picture } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";

const METHODS = [
  ["paths", "Paths", "Sets of paths: linear in pages, what mining uses"],
  ["fast", "Fast", "News Ripper's fast mapping, all pairs"],
  ["fine", "Fine", "News Ripper's fine mapping, all pairs"],
  ["restricted", "Restricted", "Restricted top-down mapping, all pairs"],
];

export default function layoutsTool(where, { go, settle }) {
  let method = where.query.get("method") || "paths", threshold = where.query.get("threshold"), asked = null;
  const slider = h("input", { type: "range", min: "0.3", max: "1", step: "0.01", "aria-label": "Similarity that makes a layout" });
  const shownValue = h("output"), facts = h(".facts"), methods = h("span");
  const reset = h("button", { type: "button", onclick: () => { threshold = null; load(); } }, "As mined");
  const cards = h(".cards"), body = h(".scroll", {}, cards);
  const element = h(".screen", {},
    h(".tools", {}, methods, h("label.slider", {}, h("span.quiet", {}, "Similarity"), slider, shownValue), reset, h(".grow"), facts), body);

  async function load() {
    asked?.abort();
    asked = new AbortController();
    fill(methods, choice(METHODS, method, (next) => { method = next; threshold = null; load(); }, "How layouts are compared"));
    body.setAttribute("aria-busy", "true");
    let found;
    try {
      found = await get("clusters", { method, threshold }, asked.signal);
    } catch (problem) {
      if (problem.name !== "AbortError") fill(cards, failed(problem));
      return;
    }
    body.removeAttribute("aria-busy");
    slider.value = found.threshold;
    shownValue.textContent = Number(found.threshold).toFixed(2);
    reset.disabled = found.threshold === found.default && method === "paths";
    fill(facts,
      h("span", {}, h("b", {}, number(found.layouts)), " layouts"), h("span", {}, h("b", {}, number(found.single)), found.single === 1 ? " single page" : " single pages"),
      found.pages < found.all_pages ? h("span", {}, "of ", h("b", {}, number(found.pages)), ` of ${number(found.all_pages)} pages`) : h("span", {}, h("b", {}, number(found.pages)), " pages"));
    fill(cards, found.clusters.map((cluster) => card(cluster, found.as_mined)),
      found.layouts > found.clusters.length ? h("p.quiet", {}, `and ${number(found.layouts - found.clusters.length)} smaller ones`) : null);
    const query = new URLSearchParams();
    if (method !== "paths") query.set("method", method);
    if (!found.as_mined && found.threshold !== found.default) query.set("threshold", found.threshold);
    settle("research/layouts", Object.fromEntries(query));
  }

  slider.addEventListener("input", () => { shownValue.textContent = Number(slider.value).toFixed(2); });
  slider.addEventListener("input", later(() => { threshold = slider.value; load(); }, 90));
  load();
  return { element, changed: ({ files } = {}) => files && load(), close: () => asked?.abort() };
}

function card(cluster, asMined) {
  const target = asMined ? address(`research/template/${cluster.cluster}`) : address(`page/${cluster.typical}`);
  return h("a.card", { href: target, title: cluster.examples.map((each) => each.url).join("\n") },
    h(".thumb", {}, h("img", { src: picture(`thumbnail/${cluster.typical}`), alt: "", loading: "lazy", width: "126", height: "140" })),
    h(".about", {},
      h(".line", {}, h("span.size", {}, plural(cluster.pages, "page"))),
      h(".quiet", {}, asMined ? `Layout ${cluster.cluster}` : `Group ${cluster.cluster}, mined as ${cluster.mined_as.join(", ")}`),
      h(".pattern", {}, cluster.pattern ? cluster.pattern.replace(/^[^/]*/, "") : shortUrl(cluster.examples[0].url)),
      h(".grow"),
      h(".faint", {}, cluster.articles ? `${plural(cluster.articles, "article")}, ${percent(cluster.confidence)} sure` : "no articles"),
      h(".faint", {}, `${percent(cluster.common)} in common`), meter(cluster.common)));
}
