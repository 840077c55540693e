import { Lexer, type Token, type Tokens } from "marked";

/** A block of code of a page. An indented one has no words after its fence, so it can't be run or say why not: the test asks for a fence. */
export type Block = {
  readonly kind: "block";
  /** The first word of its info string, such as "sh"; empty if it has none. */
  readonly language: string;
  readonly text: string;
  /** `tab="Python"`: one of several ways to do the same. */
  readonly tab: string | undefined;
  /** `file="shop.py"`: the reader saves it under this name. */
  readonly file: string | undefined;
  /** `background`: it is started and keeps running. */
  readonly background: boolean;
  /** `output`: what the block before it prints. */
  readonly output: boolean;
  /** `excerpt="why"`: why it isn't run. */
  readonly excerpt: string | undefined;
  /** Its place, for messages. */
  readonly line: number;
};

/**
 * `<!-- reader: pays -->`: the reader pays the newest session in a browser, with 4242 4242 4242 4242 or the card that it
 * names. From then on `$SESSION` and `$PAYMENT` are set.
 */
export type Payment = { readonly kind: "payment"; readonly card: string | undefined };

/**
 * What there is before the reader comes to this place: `<!-- reader: has 3 payments -->`, or `1 payment to capture`, the newest of which is
 * `$PAYMENT`; `<!-- reader: has a dispute -->`, which is `$DISPUTE`; `<!-- reader: has the file logo.svg -->`, one of `test/docs/files`.
 */
export type Setup =
  | { readonly kind: "setup"; readonly payments: number; readonly captureLater: boolean }
  | { readonly kind: "dispute" }
  | { readonly kind: "file"; readonly name: string };

/** `<!-- reader: types the credentials of stripe -->`: the next block asks for them, and the reader has an account at the PSP's fake. */
export type Typing = { readonly kind: "typing"; readonly psp: string };

export type Step = Block | Payment | Setup | Typing;

/** What a reader of a page does, in order. */
export function readPage(text: string): Step[] {
  const steps: Step[] = [];
  let line = 1;
  for (const token of Lexer.lex(text)) {
    for (const { inner, offset } of withinLists(token)) {
      const step = toStep(inner, line + offset);
      if (step !== undefined) steps.push(step);
    }
    line += token.raw.split("\n").length - 1;
  }
  return steps;
}

/** The token itself, or all that a list contains. */
function withinLists(token: Token): { inner: Token; offset: number }[] {
  if (token.type !== "list") return [{ inner: token, offset: 0 }];
  return (token as Tokens.List).items.flatMap((item) => item.tokens.flatMap(withinLists));
}

function toStep(token: Token, line: number): Step | undefined {
  if (token.type === "code") return toBlock(token as Tokens.Code, line);
  if (token.type !== "html") return undefined;
  const pays = /<!-- reader: pays(?: with ([\d ]+))? -->/.exec(token.raw);
  if (pays) return { kind: "payment", card: pays[1]?.replaceAll(" ", "") };
  const types = /<!-- reader: types the credentials of (\w+) -->/.exec(token.raw);
  return types ? { kind: "typing", psp: types[1] ?? "" } : toSetup(token.raw);
}

function toSetup(comment: string): Setup | undefined {
  const payments = /<!-- reader: has (\d+) payments?( to capture)? -->/.exec(comment);
  if (payments)
    return { kind: "setup", payments: Number(payments[1]), captureLater: payments[2] !== undefined };
  const file = /<!-- reader: has the file ([\w.-]+) -->/.exec(comment);
  if (file) return { kind: "file", name: file[1] ?? "" };
  return comment.includes("<!-- reader: has a dispute -->") ? { kind: "dispute" } : undefined;
}

function toBlock({ lang = "", text }: Tokens.Code, line: number): Block {
  const [language = "", ...words] = lang.match(/[\w-]+="[^"]*"|\S+/g) ?? [];
  const wordAfter = (name: string): string | undefined =>
    words.find((word) => word.startsWith(`${name}="`))?.slice(name.length + 2, -1);
  return {
    kind: "block",
    language,
    text,
    tab: wordAfter("tab"),
    file: wordAfter("file"),
    background: words.includes("background"),
    output: words.includes("output"),
    excerpt: wordAfter("excerpt"),
    line,
  };
}

/** The tabs of a page, in order; one way of reading it is to choose the same tab everywhere. */
export function tabsOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.flatMap((step) => (step.kind === "block" && step.tab ? [step.tab] : [])))];
}

/**
 * The steps of a reader who chooses a tab. Consecutive blocks with a tab are a group; where a group doesn't have the
 * reader's tab, its first one is shown.
 */
export function stepsWithTab(steps: readonly Step[], tab: string | undefined): Step[] {
  const chosen: Step[] = [];
  for (let first = 0; first < steps.length; ) {
    let end = first;
    while (tabAt(steps, end) !== undefined) end += 1;
    if (end === first) {
      chosen.push(...steps.slice(first, first + 1));
      first += 1;
      continue;
    }
    const group = steps.slice(first, end);
    const shown = group.some((_, index) => tabAt(group, index) === tab) ? tab : tabAt(group, 0);
    chosen.push(...group.filter((_, index) => tabAt(group, index) === shown));
    first = end;
  }
  return chosen;
}

function tabAt(steps: readonly Step[], index: number): string | undefined {
  const step = steps[index];
  return step?.kind === "block" ? step.tab : undefined;
}
