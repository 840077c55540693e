// The search over all pages: loaded at its first use. The text of all pages is fetched once, the index is made here, and no request is
// made for what is typed.
import MiniSearch from "minisearch";

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const options = {
  fields: ["heading", "page", "text"],
  storeFields: ["area", "page", "heading", "text"],
  // "payment.captured" and "successUrl" are found by each of their words, too.
  tokenize: (text) => [
    ...text.split(/[^\p{L}\p{N}_.]+/u),
    ...text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u),
  ],
  searchOptions: {
    boost: { heading: 4, page: 3 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: "AND",
    // The same topic is in several sections: whoever searches has a task first, and looks up details then.
    boostDocument: (_id, _term, { area }) => ({ "Get started": 1.3, "How to": 1.5, API: 0.8 })[area] ?? 1,
  },
};

const loadIndex = async (address) => {
  const response = await fetch(address);
  const index = new MiniSearch(options);
  index.addAll(await response.json());
  return index;
};

/** The part of the text around the first word that was found, with all found words marked. */
const excerpt = (text, terms) => {
  const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(${words.join("|")})`, "gi");
  const first = Math.max(text.search(pattern), 0);
  const start = first < 60 ? 0 : text.indexOf(" ", first - 50) + 1;
  const isCut = start + 150 < text.length;
  const shown = text.slice(start, isCut ? text.lastIndexOf(" ", start + 150) : undefined);
  const parts = shown.split(pattern).map((part, at) => (at % 2 === 1 ? element("mark", {}, part) : part));
  return [start > 0 ? "… " : "", ...parts, isCut ? " …" : ""];
};

const resultItem = ({ id, area, page, heading, text, terms }, at) => {
  const place = element("span", { className: "place" }, `${area} › ${page}`);
  const link = element(
    "a",
    { href: id, id: `result-${at}`, tabIndex: -1 },
    element("strong", {}, heading),
    place,
    element("span", { className: "excerpt" }, ...excerpt(text, terms)),
  );
  link.setAttribute("role", "option");
  return link;
};

const makeDialog = () => {
  const input = element("input", { type: "search", autocomplete: "off", spellcheck: false });
  for (const [name, value] of [
    ["role", "combobox"],
    ["aria-expanded", "true"],
    ["aria-controls", "results"],
    ["aria-autocomplete", "list"],
    ["aria-label", "Search the docs"],
  ])
    input.setAttribute(name, value);
  const results = element("div", { id: "results", className: "results" });
  results.setAttribute("role", "listbox");
  results.setAttribute("aria-label", "Results");
  const status = element("p", { className: "status" });
  status.setAttribute("role", "status");
  const close = element("button", { type: "button", className: "close", textContent: "Close" });
  const dialog = element(
    "dialog",
    { className: "search" },
    element("div", { className: "search-field" }, input, close),
    status,
    results,
  );
  dialog.setAttribute("aria-label", "Search");
  document.body.append(dialog);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest(".results a")) dialog.close();
  });
  return { dialog, input, results, status };
};

const parts = makeDialog();
let index;
let chosen = 0;

const choose = (at) => {
  const links = [...parts.results.children];
  chosen = Math.max(0, Math.min(at, links.length - 1));
  links.forEach((link, position) => {
    link.setAttribute("aria-selected", String(position === chosen));
  });
  parts.input.setAttribute("aria-activedescendant", links.length > 0 ? `result-${chosen}` : "");
  links[chosen]?.scrollIntoView({ block: "nearest" });
};

const statusText = (query, count) => {
  if (query === "") return "Search all guides and the API reference.";
  if (count === 0) return "Nothing found. Try other words.";
  return count === 1 ? "1 result" : `${count} results`;
};

/** Sections whose heading has the very words come first: "test card" finds "Test cards" before "Card testing". */
const search = (query) => {
  if (query === "") return [];
  const words = query.toLowerCase();
  const [exact, others] = [[], []];
  for (const result of index.search(query))
    (result.heading.toLowerCase().includes(words) ? exact : others).push(result);
  return [...exact, ...others];
};

const show = () => {
  if (!index) return;
  const query = parts.input.value.trim();
  const found = search(query);
  parts.results.replaceChildren(...found.slice(0, 20).map(resultItem));
  parts.status.textContent = statusText(query, found.length);
  choose(0);
};

const onKey = (event) => {
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  // A search field would only be emptied.
  else if (event.key === "Escape") parts.dialog.close();
  else if (event.key === "Enter") parts.results.children[chosen]?.click();
  else return;
  event.preventDefault();
};

parts.input.addEventListener("input", show);
parts.input.addEventListener("keydown", onKey);

/**
 * Opens the dialog at once; what is typed before the index has come is searched then.
 *
 * @param typed what was typed before the dialog opened
 */
export const open = async (address, typed) => {
  if (parts.dialog.open) return;
  parts.dialog.showModal();
  if (typed === "") parts.input.select();
  else parts.input.value = typed;
  if (index) return show();
  parts.status.textContent = "Loading …";
  try {
    index = await loadIndex(address);
    show();
  } catch {
    parts.status.textContent = "The search couldn’t be loaded. Close it and try again.";
  }
};
