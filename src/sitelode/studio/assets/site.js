import { h } from "./dom.js";
import { emptyNote } from "./list.js";
export default function siteScreen() { return { element: h(".screen", {}, emptyNote("The map is on its way.")) }; }
