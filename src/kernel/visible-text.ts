/**
 * Writes a text as one line for a terminal, with control characters as escapes (`\u001b`). An untrusted value then can't
 * begin a new line, move the cursor or change the reading order.
 *
 * In a JSON string, the escapes mean the same characters.
 */
export const visibleText = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** The same for a text of several lines. */
export const visibleLines = (text: string): string => text.split("\n").map(visibleText).join("\n");
