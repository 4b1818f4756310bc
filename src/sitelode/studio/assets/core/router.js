// Which screen an address means. Screens are loaded when they are opened for the first time.
import { base } from "./api.js";

export const SCREENS = [
  { name: "articles", title: "Articles", load: () => import("../articles/screen.js") },
  { name: "tables", title: "Tables", load: () => import("../tables/screen.js") },
  { name: "site", title: "Site", load: () => import("../site/screen.js") },
  { name: "page", title: "Page", load: () => import("../page/screen.js") },
  { name: "watch", title: "Watch", load: () => import("../watch/screen.js") },
  ...JSON.parse(document.documentElement.dataset.screens).map(([name, title]) => ({ name, title, load: () => import(`../${name}/screen.js`) })), // of other packages
];
export const hasScreen = (name) => SCREENS.some((each) => each.name === name);
export const START = { name: "start", title: "Start", load: () => import("../start/screen.js") };

// Addresses of earlier versions, which people may have kept.
const MOVED = { clusters: "research/layouts", cluster: "research/template", compare: "research/compare", curves: "research/curves", similar: "research/alike", records: "tables/page" };

export function whereIs(path = location.pathname, search = location.search) {
  const parts = path.slice(base.length + 1).split("/").filter(Boolean).map(decodeURIComponent);
  const [first = "articles", ...rest] = parts;
  const moved = MOVED[first];
  const [name, ...more] = moved ? [...moved.split("/"), ...rest] : [first, ...rest];
  return { name, rest: more, query: new URLSearchParams(search), moved: moved ? [name, ...more].join("/") : null };
}

export const screenFor = (name) => (name === START.name ? START : SCREENS.find((each) => each.name === name) || SCREENS[0]);
