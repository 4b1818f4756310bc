import { h } from "./dom.js";
import { emptyNote } from "./list.js";
export default function recordsScreen() { return { element: h(".screen", {}, emptyNote("Records are on their way.")) }; }
