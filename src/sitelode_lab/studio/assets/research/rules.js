// Rules for fields inside texts: mark values, learn, read the rules, and see what they find in all texts.
import { h, fill, number, plural, choice } from "../core/dom.js";
import { get } from "../core/api.js";
import { loading, problem as failed } from "../core/states.js";
import { markView } from "./rules_mark.js";
import { rulesTable } from "./rules_table.js";
import { valuesView } from "./rules_values.js";

const VIEWS = { mark: markView, rules: rulesTable, values: valuesView };

export default function rulesTool(where, { settle }) {
  let view = where.rest[0] in VIEWS ? where.rest[0] : "mark", kind = where.query.get("kind") || "articles", about = null, turn = 0, current = null;
  const views = h("span"), kinds = h("span"), facts = h(".facts"), place = h(".tool");
  const element = h(".screen.rules-tool", {}, h(".tools", {}, views, kinds, h(".grow"), facts), place);

  async function load({ fresh = true } = {}) {
    const mine = ++turn;
    settle(`research/rules/${view}`, { kind: kind === "articles" ? null : kind, id: view === "mark" ? where.query.get("id") : null });
    if (fresh) fill(place, loading());
    try {
      about = await get("rules", { kind });
    } catch (error) {
      if (mine === turn) fill(place, failed(error, load));
      return;
    }
    if (mine !== turn) return;
    drawBar();
    current = VIEWS[view]({ about, kind, id: where.query.get("id"), changed, open });
    fill(place, current.element);
  }

  function drawBar() {
    fill(views, choice([["mark", "1 Mark values"], ["rules", "2 Rules"], ["values", "3 Values"]], view, (next) => { view = next; load(); }, "What to see"));
    fill(kinds, about.kinds.length > 1 ? h("label", {}, h("span.quiet", {}, "in "), h("select", { "aria-label": "Texts", onchange: (event) => { kind = event.target.value; where.query.delete("id"); load(); } },
      about.kinds.map((name) => h("option", { value: name, selected: name === kind }, name === "articles" ? "articles" : `records: ${name}`)))) : null);
    const marks = about.fields.map((each) => `${each.name} ${number(each.marks)}`).join(", ");
    fill(facts, h("span", {}, plural(about.texts, "text")), h("span", {}, `${plural(about.examples.length, "text")} marked${marks ? `: ${marks}` : ""}`), about.rules.length ? h("span", {}, plural(about.rules.length + about.more_rules, "rule")) : null);
  }

  // What was marked changed; the bar follows, the view keeps its place.
  async function changed(next = null) {
    about = next || await get("rules", { kind });
    drawBar();
    return about;
  }

  function open(next, id = null) {
    view = next;
    id ? where.query.set("id", id) : where.query.delete("id");
    load();
  }

  load();
  return { element, key: (key) => current?.key?.(key) || false, update(next) { if (next.rest[0] in VIEWS && next.rest[0] !== view) { view = next.rest[0]; load(); } return true; } };
}
