/**
 * A text as one line of a terminal, with control characters as escapes (`\u001b`). Values can come from strangers: none
 * begins a line of its own, moves the cursor or changes the order of what is read.
 *
 * Within a string of JSON the escapes mean the same characters.
 */
export const visibleText = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** The same of a text that has lines of its own. */
export const visibleLines = (text: string): string => text.split("\n").map(visibleText).join("\n");
