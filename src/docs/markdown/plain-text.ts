import type { Token } from "marked";

/** The anchor of a heading's plain text: its words in small letters, joined by hyphens, as code hosts make them. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** The text of tokens within a line, without its markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ("tokens" in token && token.tokens !== undefined) return plainText(token.tokens);
      return "text" in token ? String(token.text) : token.raw;
    })
    .join("");
}
