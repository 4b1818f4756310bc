// Icons of Lucide (lucide.dev), version 1.62. ISC License, Copyright (c) 2026 Lucide Icons and Contributors: permission to use, copy, modify
// and distribute this software for any purpose with or without fee is granted, provided that this notice appears in all copies.
import { svg } from "./dom.js";

const SHAPES = {
  search: [["path", {"d": "m21 21-4.34-4.34"}], ["circle", {"cx": "11", "cy": "11", "r": "8"}]],
  theme: [["path", {"d": "M12 2v2"}], ["path", {"d": "M14.837 16.385a6 6 0 1 1-7.223-7.222c.624-.147.97.66.715 1.248a4 4 0 0 0 5.26 5.259c.589-.255 1.396.09 1.248.715"}], ["path", {"d": "M16 12a4 4 0 0 0-4-4"}], ["path", {"d": "m19 5-1.256 1.256"}], ["path", {"d": "M20 12h2"}]],
  help: [["circle", {"cx": "12", "cy": "12", "r": "10"}], ["path", {"d": "M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3"}], ["path", {"d": "M12 17h.01"}]],
  download: [["path", {"d": "M12 15V3"}], ["path", {"d": "M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"}], ["path", {"d": "m7 10 5 5 5-5"}]],
  plus: [["path", {"d": "M5 12h14"}], ["path", {"d": "M12 5v14"}]],
  check: [["path", {"d": "M20 6 9 17l-5-5"}]],
  close: [["path", {"d": "M18 6 6 18"}], ["path", {"d": "m6 6 12 12"}]],
  left: [["path", {"d": "m15 18-6-6 6-6"}]],
  right: [["path", {"d": "m9 18 6-6-6-6"}]],
  down: [["path", {"d": "m6 9 6 6 6-6"}]],
  up: [["path", {"d": "m18 15-6-6-6 6"}]],
  warn: [["path", {"d": "m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"}], ["path", {"d": "M12 9v4"}], ["path", {"d": "M12 17h.01"}]],
  undo: [["path", {"d": "M9 14 4 9l5-5"}], ["path", {"d": "M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11"}]],
  page: [["path", {"d": "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"}], ["path", {"d": "M14 2v5a1 1 0 0 0 1 1h5"}], ["path", {"d": "M10 9H8"}], ["path", {"d": "M16 13H8"}], ["path", {"d": "M16 17H8"}]],
  folder: [["path", {"d": "M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z"}]],
  globe: [["circle", {"cx": "12", "cy": "12", "r": "10"}], ["path", {"d": "M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20"}], ["path", {"d": "M2 12h20"}]],
  upload: [["path", {"d": "M12 3v12"}], ["path", {"d": "m17 8-5-5-5 5"}], ["path", {"d": "M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"}]],
  clock: [["circle", {"cx": "12", "cy": "12", "r": "10"}], ["path", {"d": "M12 6v6l4 2"}]],
  home: [["path", {"d": "M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8"}], ["path", {"d": "M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"}]],
  eye: [["path", {"d": "M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"}], ["circle", {"cx": "12", "cy": "12", "r": "3"}]],
  hide: [["path", {"d": "M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49"}], ["path", {"d": "M14.084 14.158a3 3 0 0 1-4.242-4.242"}], ["path", {"d": "M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143"}], ["path", {"d": "m2 2 20 20"}]],
  more: [["circle", {"cx": "12", "cy": "12", "r": "1"}], ["circle", {"cx": "19", "cy": "12", "r": "1"}], ["circle", {"cx": "5", "cy": "12", "r": "1"}]],
  list: [["path", {"d": "M3 5h.01"}], ["path", {"d": "M3 12h.01"}], ["path", {"d": "M3 19h.01"}], ["path", {"d": "M8 5h13"}], ["path", {"d": "M8 12h13"}], ["path", {"d": "M8 19h13"}]],
  ban: [["circle", {"cx": "12", "cy": "12", "r": "10"}], ["path", {"d": "M4.929 4.929 19.07 19.071"}]],
  open: [["path", {"d": "M15 3h6v6"}], ["path", {"d": "M10 14 21 3"}], ["path", {"d": "M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6"}]],
  refresh: [["path", {"d": "M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8"}], ["path", {"d": "M21 3v5h-5"}], ["path", {"d": "M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16"}], ["path", {"d": "M8 16H3v5"}]],
  merge: [["path", {"d": "M14 3a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1"}], ["path", {"d": "M19 3a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1"}], ["path", {"d": "m7 15 3 3"}], ["path", {"d": "m7 21 3-3H5a2 2 0 0 1-2-2v-2"}], ["rect", {"x": "14", "y": "14", "width": "7", "height": "7", "rx": "1"}], ["rect", {"x": "3", "y": "3", "width": "7", "height": "7", "rx": "1"}]],
  grip: [["circle", {"cx": "9", "cy": "12", "r": "1"}], ["circle", {"cx": "9", "cy": "5", "r": "1"}], ["circle", {"cx": "9", "cy": "19", "r": "1"}], ["circle", {"cx": "15", "cy": "12", "r": "1"}], ["circle", {"cx": "15", "cy": "5", "r": "1"}], ["circle", {"cx": "15", "cy": "19", "r": "1"}]],
  table: [["path", {"d": "M12 3v18"}], ["rect", {"width": "18", "height": "18", "x": "3", "y": "3", "rx": "2"}], ["path", {"d": "M3 9h18"}], ["path", {"d": "M3 15h18"}]],
  stop: [["rect", {"width": "18", "height": "18", "x": "3", "y": "3", "rx": "2"}]],
  wrench: [["path", {"d": "M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z"}]],
};

// An icon beside words, or with a label of its own on the button around it: by itself it says nothing to a screen reader.
export function icon(name, size = 16) {
  const shapes = SHAPES[name].map(([tag, about]) => svg(tag, about));
  return svg("svg", { class: "icon-shape", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" }, shapes);
}
