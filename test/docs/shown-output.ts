import assert from "node:assert/strict";

/**
 * Compares what a block printed with what its page shows. "…" stands for anything: the rest of a text, of an object or of
 * a list. Times may differ.
 */
export function assertShown(language: string, shown: string, printed: string): void {
  if (language === "json") assertJson(shown, printed);
  else assertLines(shown, printed);
}

function assertLines(shown: string, printed: string): void {
  const lines = printed.split("\n");
  for (const line of shown.split("\n")) {
    const pattern = new RegExp(toPattern(line.trim()));
    assert.ok(
      lines.some((candidate) => pattern.test(candidate)),
      `"${line}" isn't printed, but:\n${printed}`,
    );
  }
}

function assertJson(shown: string, printed: string): void {
  const start = printed.indexOf("{");
  assert.ok(start >= 0, `no JSON is printed, but:\n${printed}`);
  compare(readShownJson(shown), JSON.parse(printed.slice(start)), "");
}

/** "…" in place of members or elements becomes a mark. */
const rest = "… and so on";

function readShownJson(shown: string): unknown {
  const marked = shown.replace(/"(?:[^"\\]|\\.)*"|…/g, (found, at: number) => {
    if (found !== "…") return found;
    return /[[,]\s*$/.test(shown.slice(0, at)) && isInList(shown.slice(0, at)) ? `"${rest}"` : `"${rest}":0`;
  });
  try {
    return JSON.parse(marked);
  } catch (error) {
    throw new Error(`The page shows invalid JSON: ${String(error)}\n${shown}`);
  }
}

/** Whether the innermost bracket that is open at the end of a text is a list's. */
function isInList(text: string): boolean {
  const open: string[] = [];
  for (const [mark] of text.replace(/"(?:[^"\\]|\\.)*"/g, "").matchAll(/[[\]{}]/g)) {
    if (mark === "[" || mark === "{") open.push(mark);
    else open.pop();
  }
  return open.at(-1) === "[";
}

function compare(shown: unknown, printed: unknown, where: string): void {
  if (typeof shown === "string") compareTexts(shown, printed, where);
  else if (Array.isArray(shown)) compareLists(shown, printed, where);
  else if (typeof shown === "object" && shown !== null) compareObjects(shown, printed, where);
  else assert.equal(printed, shown, where);
}

function compareObjects(shown: object, printed: unknown, where: string): void {
  assert.ok(typeof printed === "object" && printed !== null, `${where} is ${JSON.stringify(printed)}`);
  for (const [name, value] of Object.entries(shown)) {
    if (name === rest) continue;
    assert.ok(name in printed, `${where}/${name} isn't in the response`);
    compare(value, printed[name as keyof typeof printed], `${where}/${name}`);
  }
}

function compareLists(shown: readonly unknown[], printed: unknown, where: string): void {
  assert.ok(Array.isArray(printed), `${where} is ${JSON.stringify(printed)}`);
  const elements = shown.filter((element) => element !== rest);
  if (elements.length === shown.length) assert.equal(printed.length, shown.length, `${where}: elements`);
  for (const [index, element] of elements.entries()) compare(element, printed[index], `${where}/${index}`);
}

const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function compareTexts(shown: string, printed: unknown, where: string): void {
  const pattern = time.test(shown) ? time : new RegExp(`^${toPattern(shown)}$`, "s");
  assert.match(String(printed), pattern, where);
}

const toPattern = (text: string): string =>
  text
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
