// The instruments of Research. To add one: a module with a default export as screens have it, and a line here.
// `words` say in one sentence what the instrument shows; they stand above it.
export const TOOLS = [
  { name: "layouts", title: "Layouts", words: "Pages grouped by layout, at any similarity, by paths or by tree mappings.", load: () => import("./layouts.js") },
  { name: "template", title: "Template", words: "One page, its template in grey, as each published separator sees it.", load: () => import("./template.js") },
  { name: "compare", title: "Compare", words: "The layout trees of two pages; what a tree mapping pairs is coloured.", load: () => import("./compare.js") },
  { name: "curves", title: "Curves", words: "The curves that four methods decide by, for one layout.", load: () => import("./curves.js") },
  { name: "ranks", title: "Ranks", words: "Pages ranked as index pages by their links: LAMIS beside HITS.", load: () => import("./ranks.js") },
  { name: "alike", title: "Alike", words: "Choose some pages; the others follow, those most like them first.", load: () => import("./alike.js") },
  { name: "classes", title: "Classes", words: "Name classes and mark a few pages for each; all other pages are classified, the doubtful ones first.", load: () => import("./classes.js") },
  { name: "rules", title: "Text rules", words: "Mark values inside texts; rules that you can read find the rest.", load: () => import("./rules.js") },
  { name: "search", title: "Search", words: "Full text over articles and records; reports on one event side by side.", load: () => import("./search.js") },
  { name: "repeats", title: "Repeats", words: "Lists as regular repeats of tags and texts: IEPAD's candidates, their records, and the rule they share.", load: () => import("./repeats.js") },
  { name: "ripper", title: "Ripper", words: "News Ripper's program: clusters by tree mappings, articles of one layout by any separator, sources in two colours.", load: () => import("./ripper.js") },
];
