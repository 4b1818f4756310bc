// Talking to the server. Every address begins with the secret that the window was opened with.

const root = document.documentElement;
export const base = `/${root.dataset.token}`;
const frames = `/${root.dataset.frames}`;

export class Problem extends Error {}

async function answered(response) {
  const data = await response.json().catch((problem) => {
    if (problem.name === "AbortError") throw problem;
    throw new Problem(`the studio answered ${response.status}`);
  });
  if (!response.ok) throw new Problem(data.problem || `the studio answered ${response.status}`);
  return data;
}

export function address(path, given = {}) {
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  return `${base}/${path}${query.size ? `?${query}` : ""}`;
}

export async function get(path, given = {}, signal = undefined) {
  return answered(await fetch(address(`api/${path}`, given), { signal }));
}

export async function post(path, data = {}) {
  return answered(await fetch(address(`api/${path}`), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) }));
}

export function frameAddress(page, given) {
  return `${frames}/page/${page}?${new URLSearchParams({ ...given, theme: theme() })}`;
}

export const picture = (path, given = {}) => address(path, { ...given, theme: theme() });

export function theme() {
  const chosen = root.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const hearers = new Map();

export function hear(kind, work) {
  if (!hearers.has(kind)) hearers.set(kind, new Set());
  hearers.get(kind).add(work);
  return () => hearers.get(kind).delete(work);
}

export function tellHere(kind, news = {}) {
  for (const work of hearers.get(kind) || []) work(news);
}

export function listen() {
  const source = new EventSource(address("api/events"));
  source.onmessage = (message) => {
    const news = JSON.parse(message.data);
    tellHere(news.kind, news);
  };
  source.onopen = () => tellHere("connected");
  source.onerror = () => tellHere("disconnected");
}
