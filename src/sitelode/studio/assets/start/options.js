// The few things that a person may want to say before a site is mined.
import { h } from "../core/dom.js";

export function mineOptions() {
  const pages = h("input", { type: "number", min: "1", max: "1000000", placeholder: "no limit", id: "max-pages" });
  const favor = h("select", { id: "favor" }, [["", "balanced"], ["precision", "precision: only text that is surely part of it"], ["recall", "recall: everything that may be"]].map(([value, words]) => h("option", { value }, words)));
  const markdown = h("input", { type: "checkbox", id: "markdown" }), local = h("input", { type: "checkbox", id: "allow-private" });
  const folder = h("input", { type: "text", id: "folder", placeholder: "a new folder" });
  const row = (label, field, words) => h(".option", {}, h("label", { for: field.id }, label), field, words ? h("span.quiet", {}, words) : null);
  return {
    element: h("details.options", {}, h("summary", {}, "Options"),
      row("Maximum pages", pages, "when crawling a site"), row("Text of an article", favor), row("Write Markdown files", markdown, "one per article"),
      row("Crawl private addresses", local, "such as localhost"), row("Save the result in", folder)),
    folder: (path) => { folder.placeholder = `a new folder in ${path}`; },
    given: () => ({ max_pages: pages.value ? Number(pages.value) : null, favor: favor.value || null, markdown: markdown.checked, allow_private: local.checked, folder: folder.value || null }),
  };
}
