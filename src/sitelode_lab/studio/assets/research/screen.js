// Research: the published methods at work on this site, one instrument at a time, each with a sentence that says what it shows.
import { h, fill } from "../core/dom.js";
import { base } from "../core/api.js";
import { loading, problem } from "../core/states.js";
import { TOOLS } from "./registry.js";

export default function researchScreen(where, context) {
  const links = new Map(TOOLS.map((tool) => [tool.name, h("a", { href: `${base}/research/${tool.name}` }, tool.title)]));
  const words = h("p.quiet"), place = h(".tool");
  const element = h(".screen.research", {}, h(".tools.subnav", {}, h("nav", { "aria-label": "Instruments" }, ...links.values()), words), place);
  const visited = {};
  let current = null, active = null;

  const inner = ({ rest, query }) => ({ name: rest[0], rest: rest.slice(1), query });

  async function show(next) {
    const tool = TOOLS.find((each) => each.name === next.rest[0]) || TOOLS[0];
    visited[tool.name] = location.pathname + location.search;
    for (const [name, link] of links) {
      link.href = visited[name] && name !== tool.name ? visited[name] : `${base}/research/${name}`;
      name === tool.name ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
    }
    words.textContent = tool.words;
    if (current?.name === tool.name && current.screen?.update?.(inner(next)) !== undefined) return;
    current?.screen?.close?.();
    const own = (active = {});
    current = { name: tool.name, screen: null };
    fill(place, loading());
    try {
      const made = (await tool.load()).default(inner(next), { ...context, settle: (path, given) => active === own && context.settle(path, given) });
      if (active !== own) return made.close?.();
      current.screen = made;
      fill(place, made.element);
    } catch (error) {
      if (active === own) fill(place, problem(error, () => { current = null; show(next); }));
    }
  }

  show(where);
  return {
    element,
    update(next) { show(next); return true; },
    changed: (news) => current?.screen?.changed?.(news),
    key: (key, event) => current?.screen?.key?.(key, event) || false,
    picked: (news, picker) => current?.screen?.picked?.(news, picker),
    close() { active = null; current?.screen?.close?.(); },
  };
}
