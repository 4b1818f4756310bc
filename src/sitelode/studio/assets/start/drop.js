// Files and folders dropped on the window go to the studio on this computer, and nowhere else.
import { h, fill, number } from "../core/dom.js";
import { address } from "../core/api.js";
import { icon } from "../core/icons.js";

const MOST_FILES = 20000;

export function dropZone({ onready, onproblem }) {
  const words = h("p", {}, "Drop a folder of saved pages or an archive here (.warc, .wacz, .jsonl, .html), or ");
  const input = h("input.hidden", { type: "file", tabindex: "-1", "aria-label": "File to mine", onchange: () => input.files[0] && sendAll([[input.files[0].name, input.files[0]]]) });
  const button = h("button", { type: "button", onclick: () => input.click() }, "choose a file");
  const told = h("p.quiet", { role: "status" });
  const element = h(".drop", {}, icon("upload", 26), h("div", {}, words, button, input), told);

  element.addEventListener("dragover", (event) => { event.preventDefault(); element.classList.add("over"); });
  element.addEventListener("dragleave", () => element.classList.remove("over"));
  element.addEventListener("drop", async (event) => {
    event.preventDefault();
    element.classList.remove("over");
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.length) return onproblem("Only files and folders can be dropped here.");
    const files = [];
    for (const entry of entries) await gather(entry, "", files);
    if (!files.length) return onproblem("The dropped folder has no files.");
    sendAll(files);
  });

  async function gather(entry, above, files) {
    if (files.length >= MOST_FILES) return;
    const path = above ? `${above}/${entry.name}` : entry.name;
    if (entry.isFile) return files.push([path, await new Promise((found, failed) => entry.file(found, failed))]);
    const reader = entry.createReader();
    for (;;) {
      const below = await new Promise((found, failed) => reader.readEntries(found, failed));
      if (!below.length) return;
      for (const each of below) await gather(each, path, files);
    }
  }

  async function sendAll(files) {
    let path = "";
    for (const [place, [name, file]] of files.entries()) {
      fill(told, `Copying file ${number(place + 1)} of ${number(files.length)} …`);
      const answer = await fetch(address("api/drop", { name }), { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
      const data = await answer.json().catch(() => ({ problem: `the studio answered ${answer.status}` }));
      if (!answer.ok) return onproblem(data.problem);
      // Of a folder, its own path is opened: that of a file without what lies below the folder.
      const depth = name.split("/").length - 1;
      path ||= depth ? data.path.split(/[/\\]/).slice(0, -depth).join("/") : data.path;
    }
    fill(told, "");
    onready(path);
  }

  return element;
}
