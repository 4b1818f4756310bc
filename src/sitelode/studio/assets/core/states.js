// What a screen shows while it waits, when there is nothing, and when something went wrong: always a sentence, never an empty box.
import { h } from "./dom.js";
import { icon } from "./icons.js";

export const loading = (words = "Loading …") => h(".state", { role: "status" }, h(".spinner"), h("p", {}, words));

export const empty = (words, ...more) => h(".state", {}, h("p", {}, words), more);

export const problem = (error, again = null) => h(".state.problem-state", { role: "alert" }, icon("warn", 22), h("p", {}, error?.message || String(error)),
  again && h("button", { type: "button", onclick: again }, "Try again"));
