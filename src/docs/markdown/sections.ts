import { Lexer, type Token, type Tokens } from "marked";
import { anchorOf, plainText } from "./plain-text.ts";

/** The text of a document by its headings; the part before the first one has no id. */
export type TextSection = { readonly id: string; readonly heading: string; readonly text: string };

export function sectionsOf(markdown: string): TextSection[] {
  const found: { id: string; heading: string; parts: string[] }[] = [];
  for (const token of Lexer.lex(markdown)) {
    if (token.type === "heading") {
      const heading = plainText((token as Tokens.Heading).tokens);
      found.push({ id: found.length === 0 ? "" : anchorOf(heading), heading, parts: [] });
    } else found.at(-1)?.parts.push(textOf(token));
  }
  return found.map(({ id, heading, parts }) => ({
    id,
    heading,
    text: parts.join(" ").replace(/\s+/g, " ").trim(),
  }));
}

/** The text of a block. Code is left out of it, except within a line: commands repeat the same words on each page. */
function textOf(token: Token): string {
  switch (token.type) {
    case "code":
    case "html":
    case "space":
      return "";
    case "list":
      return (token as Tokens.List).items.flatMap(({ tokens }) => tokens.map(textOf)).join(" ");
    case "table":
      return [...(token as Tokens.Table).rows]
        .flatMap((row) => row.map(({ tokens }) => plainText(tokens)))
        .join(" ");
    default:
      return "tokens" in token && token.tokens !== undefined ? plainText(token.tokens) : "";
  }
}
