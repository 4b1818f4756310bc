// The text of an article as headings and paragraphs, each with its place in the text.

export function textBlocks(text, headings) {
  const titles = new Set(headings), blocks = [];
  let at = 0, open = null;
  for (const line of text.split("\n")) {
    if (!line) open = null;
    else if (titles.has(line.replace(/[*_`\\]/g, "").trim())) { blocks.push({ name: "h2", words: line, at }); open = null; }
    else if (open) open.words += `\n${line}`;
    else blocks.push(open = { name: "p", words: line, at });
    at += line.length + 1;
  }
  return blocks;
}
