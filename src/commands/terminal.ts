import process from "node:process";
import { styleText } from "node:util";

/** Where a command prints: a terminal with a width, or a file or pipe without one. */
export type Output = {
  /** The terminal's width in columns; undefined if the output isn't a terminal. */
  readonly columns: number | undefined;
  /** Whether text may be coloured. */
  readonly colours: boolean;
};

/** Standard output. Colours only on a terminal, and never with NO_COLOR (https://no-color.org) or TERM=dumb. */
export function standardOutput(
  stream: { readonly isTTY?: boolean; readonly columns?: number } = process.stdout,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Output {
  if (stream.isTTY !== true) return { columns: undefined, colours: false };
  const forbidden = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  return { columns: stream.columns, colours: !forbidden };
}

/** What a part of a line means. The text says it, too: a colour is never the only sign. */
export type Tone = "good" | "caution" | "bad" | "heading";

const styles = { good: "green", caution: "yellow", bad: "red", heading: "bold" } as const;

export const paint = (tone: Tone, text: string): string =>
  styleText(styles[tone], text, { validateStream: false });

/** How many columns of a terminal a text takes: Chinese, Japanese and Korean characters and most emoji take two. */
export function widthOf(text: string): number {
  if (narrow.test(text)) return text.length;
  // Made at the first such text: it takes longer than all else that a short command does.
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

let graphemes: Intl.Segmenter | undefined;
/** Characters that take one column each, whatever follows them. */
const narrow = /^[ -~…•–]*$/;
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303e\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6])/u;

/** Adds spaces up to a width. */
export const padTo = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - widthOf(text)));
