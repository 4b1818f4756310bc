// How far the work is, in words.
import { h, number } from "./dom.js";

const STAGES = {
  crawl: "Fetching pages", read: "Reading pages", names: "Learning class names", layouts: "Comparing layouts", templates: "Learning templates",
  articles: "Reading articles", kinds: "Classifying pages", links: "Following links", records: "Finding lists", fields: "Finding fields",
  classes: "Reading words and links", search: "Preparing the search", report: "Writing the report", verify: "Checking pages", compare: "Comparing with the last run", repair: "Looking for a repair",
};

export const stageName = (stage) => STAGES[stage] || stage;

export const howFar = ({ done, expected }) => (expected ? `${number(done)} of ${number(expected)}` : number(done));

export function stageBar(news) {
  const label = stageName(news.stage);
  return h(".stage", {}, h("span", {}, label), h("span.quiet.number", {}, howFar(news)), h("progress", { "aria-label": label, ...(news.expected ? { max: news.expected, value: news.done } : {}) }));
}
