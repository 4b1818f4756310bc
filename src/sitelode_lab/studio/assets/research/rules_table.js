// The rules as people read them, each with how often it was right; any of them can be dropped.
import { h, fill, number, plural } from "../core/dom.js";
import { post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { empty, loading, problem as failed } from "../core/states.js";
import { toast } from "../core/toast.js";

const WORDS = {
  combined: "several systems and a learnt chain together", autoslog: "phrases around a trigger word", rapier: "patterns before, in and after a value",
  srv: "conditions on words, found step by step", whisk: "patterns with gaps", stalker: "landmarks before and after a value",
};

export function rulesTable({ about, kind, changed, open }) {
  const system = h("select", { "aria-label": "System that learns" }, about.systems.map((name) => h("option", { value: name, selected: name === about.system }, `${name}: ${WORDS[name] || "published rules"}`)));
  const learn = h("button.primary", { type: "button", onclick: run }, "Learn"), body = h(".scroll", { tabindex: "0", role: "region", "aria-label": "Rules" }), told = h("span.quiet");
  const element = h(".column", {}, h(".head.mark-form.wraps", {}, system, learn, told), body);

  function draw() {
    learn.disabled = !about.examples.some((each) => each.values.length);
    told.textContent = about.learnt_from ? `learnt from ${plural(about.learnt_from, "text")}` : "";
    if (!about.examples.length) return fill(body, empty("Nothing is marked yet. Mark some values first, in three or four texts.", h("button", { type: "button", onclick: () => open("mark") }, "Mark values")));
    if (!about.rules.length) return fill(body, empty(about.learnt_from ? "This system found no rule in so few examples. Mark more, or take another system." : "No rules yet. “Learn” makes them from what you marked."));
    fill(body, h("table.data.rules", {}, h("thead", {}, h("tr", {}, ["field", "rule", "pattern"].map((word) => h("th", {}, word)), ["right", "wrong"].map((word) => h("th.number", {}, word)), h("th", {}, h("span.unseen", {}, "drop")))),
      h("tbody", {}, about.rules.map((rule) => h("tr", {}, h("td", {}, rule.field), h("td", {}, rule.name), h("td.mono.pattern", { dir: "auto" }, rule.pattern), h("td.number", {}, rule.is_weight ? "" : number(rule.right)), h("td.number", {}, rule.is_weight ? "" : number(rule.wrong)),
        h("td", {}, rule.is_weight ? null : h("button.icon", { type: "button", title: "Drop this rule", "aria-label": `Drop ${rule.name}`, onclick: () => drop(rule.name) }, icon("close"))))))),
      about.rules.some((rule) => rule.is_weight) ? h("p.padded.quiet", {}, "Lines without counts are the largest weights of a chain of thousands of features; they cannot be dropped one by one.") : null,
      about.more_rules ? h("p.padded.quiet", {}, `and ${number(about.more_rules)} more`) : null);
  }

  async function run() {
    learn.disabled = true;
    fill(body, loading("Learning …"));
    try {
      about = await changed(await post("rules/learn", { kind, system: system.value }));
      draw();
    } catch (error) {
      fill(body, failed(error));
    }
    learn.disabled = false;
  }

  async function drop(name) {
    try {
      about = await changed(await post("rules/drop", { kind, name }));
      draw();
      toast(`${name} is dropped.`);
    } catch (error) {
      toast(error.message);
    }
  }

  draw();
  return { element };
}
