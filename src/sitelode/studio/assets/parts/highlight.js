// Text with the words of a search marked; always text nodes, never markup.
import { h } from "../core/dom.js";

export function highlighted(words) {
  const wanted = [...new Set(words.split(/\s+/u).filter((word) => word.length > 0))].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!wanted.length) return (text) => text;
  const pattern = new RegExp(`(${wanted.sort((a, b) => b.length - a.length).join("|")})`, "giu");
  return (text) => text.split(pattern).map((piece, place) => (place % 2 ? h("mark", {}, piece) : piece));
}
