// Light, dark, or as the system: the choice of a person, kept in this browser.
import { tellHere, theme } from "./api.js";

const root = document.documentElement;
const ORDER = ["", "light", "dark"];
const NAMES = { "": "as the system", light: "light", dark: "dark" };

export function restoreTheme() {
  let kept = "";
  try { kept = localStorage.getItem("theme") || ""; } catch { /* a window without storage forgets it */ }
  apply(ORDER.includes(kept) ? kept : "");
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => !root.dataset.theme && tell());
}

export function nextTheme() {
  const chosen = ORDER[(ORDER.indexOf(root.dataset.theme || "") + 1) % ORDER.length];
  apply(chosen);
  try { localStorage.setItem("theme", chosen); } catch { /* as above */ }
  tell();
  return NAMES[chosen];
}

function apply(chosen) {
  chosen ? (root.dataset.theme = chosen) : delete root.dataset.theme;
}

const tell = () => tellHere("theme", { theme: theme() });
