// A repair of the wrapper: what it changes, some pages before and after, and a button to keep it.
import { h, fill, shortUrl } from "../core/dom.js";
import { post } from "../core/api.js";
import { icon } from "../core/icons.js";
import { toast } from "../core/toast.js";

export const badge = (verdict) => h("span.badge", { class: verdict }, verdict);

export function repairPart(place) {
  const list = (lines) => (lines.length ? h("ul", {}, lines.map((line) => h("li", {}, line))) : null);

  function show(repair) {
    if (!repair.repaired) return fill(place, h("h2", {}, badge(repair.before.verdict), " Nothing was repaired"), h("p", {}, repair.refusal || "Nothing on these pages proves where the content is now."), list(repair.before.reasons));
    fill(place, h("h2", {}, badge(repair.before.verdict), " → ", badge(repair.after.verdict), " A repair was found"), list(repair.changes),
      repair.questions.length ? h("p.note", {}, repair.questions.join("; ")) : null, repair.examples.map(example),
      h("p.buttons", {}, h("button.primary", { type: "button", onclick: keep }, icon("check"), " Keep the repair"), h("span.quiet", {}, "written beside the wrapper as wrapper.repaired.json")));
  }

  function example(each) {
    const side = (title, values) => h(".side", {}, h("h3", {}, title), Object.keys(values).length ? h("dl.fields", {}, Object.entries(values).flatMap(([name, value]) => [h("dt", {}, name), h("dd", { dir: "auto" }, value)])) : h("p.quiet", {}, "nothing"));
    return h(".before-after", {}, h("p.one-line", { title: each.url }, shortUrl(each.url)), side("before", each.before), side("after", each.after));
  }

  async function keep() {
    try {
      toast(`Kept: ${(await post("keep-repair")).file}`);
    } catch (error) {
      toast(error.message);
    }
  }

  return { show };
}
