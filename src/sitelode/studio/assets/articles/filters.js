// Search and filters above the table; every choice is part of the address.
import { h, fill, later, number } from "../core/dom.js";
import { downloadMenu } from "./downloads.js";

const NO_NAME = { section: "(no section)", author: "(no author)", language: "(unknown)" };

const LANGUAGES = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });

function nameOf(name, value) {
  if (!value) return NO_NAME[name] || value;
  if (name !== "language") return value;
  try { return LANGUAGES.of(value); } catch { return value; }
}

export function filterBar({ onchange }) {
  let query = {};
  const search = h("input", { type: "search", placeholder: "Search all articles", "aria-label": "Search all articles", oninput: later(() => onchange({ words: search.value.trim() || undefined }), 200) });
  const since = dayField("From", "since"), until = dayField("to", "until"), dates = h("span.dates", {}, since.label, until.label);
  const choices = h("span.filters"), clear = h("button", { type: "button", onclick: () => { search.value = ""; onchange({ words: undefined, section: undefined, language: undefined, author: undefined, layout: undefined, since: undefined, until: undefined, doubt: undefined, state: undefined }); } }, "Clear");
  const menu = downloadMenu(() => query);
  const element = h(".tools", { role: "search" }, search, choices, dates, clear, h(".grow"), menu);
  search.classList.add("wide-search");

  function dayField(words, name) {
    const field = h("input.day", { type: "date", "aria-label": name === "since" ? "From this day" : "Up to this day", onchange: () => onchange({ [name]: field.value || undefined }) });
    return { field, label: h("label", {}, h("span.quiet", {}, words), " ", field) };
  }

  function select(name, title, values) {
    const own = query[name];
    const options = values.map(([value, count]) => h("option", { value: `=${value}`, selected: own === value }, `${nameOf(name, value)} (${number(count)})`));
    return h("select", { "aria-label": title, class: own === undefined ? "" : "on", onchange: (event) => onchange({ [name]: event.target.value ? event.target.value.slice(1) : undefined }) },
      h("option", { value: "" }, title), options);
  }

  return {
    element,
    show(next, overview) {
      query = next;
      if (document.activeElement !== search) search.value = query.words || "";
      since.field.value = query.since || "";
      until.field.value = query.until || "";
      const focused = document.activeElement?.getAttribute?.("aria-label");
      dates.classList.toggle("hidden", !overview?.dated && !query.since && !query.until);
      fill(choices, overview && [
        overview.sections.length > 1 ? select("section", "All sections", overview.sections) : null,
        overview.languages.length > 1 ? select("language", "All languages", overview.languages) : null,
        overview.authors.length > 1 ? select("author", "All authors", overview.authors) : null,
        overview.checked || query.state ? select("state", "Checked or not", [["checked", overview.checked], ["unchecked", overview.articles - overview.checked]]) : null,
      ]);
      if (focused) [...choices.children].find((each) => each.getAttribute("aria-label") === focused)?.focus();
      clear.classList.toggle("hidden", !["words", "section", "language", "author", "layout", "since", "until", "doubt", "state"].some((name) => query[name] !== undefined));
    },
  };
}
