// The curves behind the decisions on one layout.
import { h, fill, number, plural } from "../core/dom.js";
import { address, get, picture } from "../core/api.js";
import { empty, loading, problem as failed } from "../core/states.js";

export default function curvesTool(where, { go, settle, state }) {
  let cluster = Number(where.rest[0] ?? state.main_layout ?? 0), turn = 0;
  const title = h("h1"), facts = h(".facts"), body = h(".curves");
  const before = h("button", { type: "button", title: "Previous layout (k)", onclick: () => go(`research/curves/${cluster - 1}`) }, "‹");
  const after = h("button", { type: "button", title: "Next layout (j)", onclick: () => go(`research/curves/${cluster + 1}`) }, "›");
  const element = h(".screen", {}, h(".tools", {}, h(".choice", {}, before, after), title, facts, h(".grow"), h("a.button", { href: "#", "data-to": "cluster" }, "Template")), h(".scroll", { tabindex: "0", role: "region", "aria-label": "Curves" }, body));

  async function load() {
    const mine = ++turn;
    let about;
    try {
      about = await get(`curves/${cluster}`);
    } catch (problem) {
      fill(body, failed(problem));
      return;
    }
    if (mine !== turn) return;
    title.textContent = `Curves of layout ${cluster}`;
    before.disabled = cluster === 0;
    after.disabled = cluster + 1 >= about.clusters;
    element.querySelector("[data-to=cluster]").href = address(`research/template/${cluster}`);
    fill(facts, h("span", {}, plural(about.pages, "page")));
    fill(body, about.curves.map((kind) => figure(kind)));
  }

  function figure(kind) {
    const box = h(".picture", {}, "drawing …"), caption = h("figcaption"), mine = turn;
    fetch(address(`curve/${kind}/${cluster}`, { words: 1 })).then((answer) => answer.json()).then((answer) => {
      if (mine !== turn) return;
      if (answer.problem) { fill(box, h("span", {}, answer.problem)); return; }
      fill(box, h("img", { src: picture(`curve/${kind}/${cluster}`), alt: `${kind}: ${answer.words}` }));
      caption.textContent = answer.words;
    });
    return h("figure.curve", { "data-kind": kind }, box, caption);
  }

  load();
  return {
    element,
    update(next) { cluster = Number(next.rest[0] || cluster); load(); return true; },
    key(key) {
      if (key === "j" && !after.disabled) return go(`research/curves/${cluster + 1}`), true;
      if (key === "k" && !before.disabled) return go(`research/curves/${cluster - 1}`), true;
      return false;
    },
  };
}
