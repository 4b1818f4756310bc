// Elements without a framework. Text always becomes a text node: nothing that a site says is ever read as markup.

export function h(tag, about = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(about || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.classList.add(...value.split(" ").filter(Boolean));
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function svg(tag, about = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(about)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const number = (value) => Number(value).toLocaleString("en");
export const percent = (value) => `${Math.round(value * 100)} %`;
export const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

export function shortUrl(url) {
  try {
    const parts = new URL(url);
    return decodeURI(parts.pathname + parts.search) || "/";
  } catch {
    return url;
  }
}

export function later(work, milliseconds) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}

export function meter(share) {
  const bar = h("i");
  bar.style.width = `${Math.round(share * 100)}%`;
  return h(".meter", { title: percent(share) }, bar);
}

export function choice(options, chosen, onchoose, label) {
  const buttons = options.map(([value, text, title]) =>
    h("button", { type: "button", "aria-pressed": String(value === chosen), title, onclick: () => onchoose(value) }, text));
  return h(".choice", { role: "group", "aria-label": label }, buttons);
}
