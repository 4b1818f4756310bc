// Readability.js or Defuddle as a child process: a page a line on standard input, the HTML of its article a line on standard output, both JSON.
import { createInterface } from "node:readline";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { JSDOM, VirtualConsole } from "jsdom";
import { parseHTML } from "linkedom";

const virtualConsole = new VirtualConsole(); // of faults in pages' styles nothing is printed
const extractors = {
  readability: (html, url) => {
    const { window } = new JSDOM(html, { url, virtualConsole }); // with linkedom it crashes on every third page
    const article = new Readability(window.document).parse();
    window.close();
    return article?.content;
  },
  // Defuddle's own tests use linkedom; with jsdom it finds the same and takes eight times as long. Nothing is fetched.
  defuddle: async (html, url) => (await Defuddle(parseHTML(html).document, url, { useAsync: false })).content,
};
const extract = extractors[process.argv[2]];
for (const name of ["log", "info", "debug", "warn", "error"]) console[name] = () => {};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const { html, url } = JSON.parse(line);
    answer = { html: (await extract(html, url)) ?? "" };
  } catch (problem) {
    answer = { problem: String(problem) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
