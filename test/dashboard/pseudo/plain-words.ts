import type { Page } from "playwright-core";

/** Remembers each text that the server has sent to a page. */
export class ServerTexts {
  readonly #texts = new Set<string>();

  constructor(page: Page) {
    page.on("response", async (response) => {
      if (!/json/.test(response.headers()["content-type"] ?? "")) return;
      // The page may be left before its answers have come.
      this.#keep(await response.json().catch(() => null));
    });
  }

  #keep(value: unknown): void {
    if (typeof value === "string") this.#texts.add(withoutSpaces(value));
    if (typeof value !== "object" || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      // The names of metadata are the merchant's, too.
      if (key === "metadata") this.#keep(Object.keys(each ?? {}));
      this.#keep(each);
    }
  }

  /** A text without what the server has sent, and without spaces, which stand in IBANs for people. */
  without(text: string): string {
    const longestFirst = [...this.#texts].filter(Boolean).toSorted((a, b) => b.length - a.length);
    return longestFirst.reduce((rest, each) => rest.replaceAll(each, ""), withoutSpaces(text));
  }
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, "");

/** Each text and name that a person sees or hears, but for code and what is marked as English. */
const shownTexts = `(() => {
  const texts = [];
  const isShown = (element) => element.checkVisibility() && !element.closest("code, pre, [lang=en], textarea[aria-hidden]");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const name of ["aria-label", "placeholder", "title", "alt"])
    for (const element of document.querySelectorAll("[" + name + "]"))
      if (isShown(element)) texts.push(element.getAttribute(name));
  return [...new Set(texts)];
})()`;

/** Names, and examples of what is typed, which are the same in each language. */
const same =
  /\b(?:Kassa|Node\.js|PostgreSQL|Visa|Mastercard|\w+@shop\.example)\b|https:\/\/shop\.example\/\w+|\*?\.?shop\.example|\b[a-z]+_…/g;

/** Words without accents that the server hasn't sent: they stand in the sources, where no language reaches them. */
export async function plainWords(page: Page, server: ServerTexts): Promise<string[]> {
  const texts = await page.evaluate<string[]>(shownTexts);
  return texts.filter((text) => {
    const own = text.replaceAll(same, "");
    return /[A-Za-z]{2}/.test(own) && /[A-Za-z]{2}/.test(server.without(own));
  });
}
