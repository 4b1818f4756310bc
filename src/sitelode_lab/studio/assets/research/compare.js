// Two layout trees side by side; what the mapping finds in common is coloured, and every change of a tag's treatment counts at once.
import { h, fill, number, percent, choice, later } from "../core/dom.js";
import { address, get } from "../core/api.js";
import { arrayList } from "../parts/list.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { pageFinder } from "../parts/pages.js";

export default function compareTool(where, { go, settle }) {
  let [left, right] = where.rest, method = where.query.get("method") || "restricted", names = where.query.get("names") === "1";
  const treatments = Object.fromEntries([...where.query].filter(([name]) => name.startsWith("tag.")).map(([name, value]) => [name, value]));
  let found = null, turn = 0;
  const finders = [pageFinder({ label: "Left page", onchoose: (page) => { left = page.page; load(); } }), pageFinder({ label: "Right page", onchoose: (page) => { right = page.page; load(); } })];
  const trees = [0, 1].map((side) => arrayList({ rowHeight: 20, label: side ? "Right tree" : "Left tree", tree: true, render: (node) => treeRow(node) }));
  trees.forEach((tree, side) => {
    tree.element.addEventListener("mouseover", (event) => { const row = event.target.closest(".row"); if (row) light(side, Number(row.dataset.index)); });
    tree.element.addEventListener("mouseleave", () => unlight());
  });
  const methods = h("span"), facts = h(".facts"), tags = h(".tags"), message = h("span.problem");
  const namesBox = h("input", { type: "checkbox", checked: names, onchange: () => { names = namesBox.checked; load(); } });
  const reset = h("button", { type: "button", onclick: () => { for (const name of Object.keys(treatments)) delete treatments[name]; load(); } }, "Default");
  const save = h("button", { type: "button", title: "The nodes in common as a page that a browser opens", onclick: saveCommon }, "Save common tree");
  const element = h(".screen", {},
    h(".tools", {}, methods, h("label", {}, namesBox, " class, id and role count"), save, h(".grow"), facts, message),
    h(".columns.compare-columns", {},
      ...trees.map((tree, side) => h(".column", {}, h(".head", {}, finders[side].element), tree.element)),
      h(".column", {}, h(".head", {}, h("h2.grow", {}, "Tags"), reset), h(".scroll", {}, tags))));

  const load = later(async () => {
    const mine = ++turn;
    if (left === undefined || right === undefined) {
      const first = (await get("pages", { cluster: 0, count: 2 })).pages;
      left ??= first[0]?.page ?? 0;
      right ??= (first[1] || first[0])?.page ?? 0;
    }
    const asked = { method, names: names ? "1" : null, ...treatments };
    settle(`research/compare/${left}/${right}`, { ...asked, method: method === "restricted" ? null : method });
    fill(methods, choice([["fast", "Fast"], ["fine", "Fine"], ["restricted", "Restricted"], ["top-down", "Top-down"], ["edit", "Edit"], ["bottom-up", "Bottom-up"]], method, (next) => { method = next; load(); }, "Mapping"));
    let answer;
    try {
      answer = await get(`compare/${left}/${right}`, asked);
    } catch (problem) {
      message.textContent = problem.message;
      return;
    }
    if (mine !== turn) return;
    found = answer;
    message.textContent = "";
    fill(facts, h("span", {}, "similarity ", h("b", {}, percent(found.similarity))), h("span", {}, h("b", {}, number(found.common)), ` nodes in common of ${number(found.left.size)} and ${number(found.right.size)}`),
      h("span", {}, "cost ", h("b", {}, number(found.cost))), found.exact ? null : h("span.problem", {}, "not exact: the trees are too large"));
    const scrolled = trees.map((tree) => tree.box.scrollTop);
    [found.left, found.right].forEach((tree, side) => { finders[side].show(tree); trees[side].show(tree.nodes); trees[side].box.scrollTop = scrolled[side]; });
    drawTags();
  }, 30);

  async function saveCommon() {
    try {
      const { html } = await get(`ripper/common/${left}/${right}`, { method, ...treatments });
      const link = h("a", { href: URL.createObjectURL(new Blob([html], { type: "text/html" })), download: `common-${left}-${right}.html` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } catch (problem) {
      message.textContent = problem.message;
    }
  }

  function drawTags() {
    const focused = document.activeElement?.dataset?.tag;
    fill(tags, ["tag", "", "keep", "remove"].map((word) => h("span.head", {}, word)),
      found.tags.flatMap(({ tag, count, treatment, default: usual }) => [
        h("span.mono", { class: treatment === usual ? "" : "changed", title: treatment === usual ? "" : `by default: ${usual}` }, tag), h("span.number.faint", {}, number(count)),
        ...["keep", "remove"].map((which) => h("input", { type: "checkbox", checked: treatment === which, "data-tag": `${tag} ${which}`, "aria-label": `${which} ${tag}`,
          onchange: (event) => set(tag, usual, event.target.checked ? which : "ignore") })),
      ]));
    if (focused) tags.querySelector(`[data-tag="${CSS.escape(focused)}"]`)?.focus();
  }

  function set(tag, usual, treatment) {
    treatment === usual ? delete treatments[`tag.${tag}`] : (treatments[`tag.${tag}`] = treatment);
    load();
  }

  function treeRow([depth, label, partner]) {
    return h("div", { class: partner >= 0 ? "common" : "", title: label }, `${"  ".repeat(depth)}${label}`);
  }

  function unlight() { element.querySelectorAll(".row.partner").forEach((row) => row.classList.remove("partner")); }

  function light(side, index) {
    unlight();
    const partner = trees[side].rows[index]?.[2];
    if (partner === undefined || partner < 0) return;
    trees[1 - side].reveal(partner, true);
    trees[1 - side].rowElement(partner)?.classList.add("partner");
    trees[side].rowElement(index)?.classList.add("partner");
    requestAnimationFrame(() => trees[1 - side].rowElement(partner)?.classList.add("partner"));
  }

  load();
  return { element, update(next) { const [a, b] = next.rest; if ((a ?? left) == left && (b ?? right) == right) return true; left = a ?? left; right = b ?? right; load(); return true; } };
}
