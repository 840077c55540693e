import { containsCardNumber } from "../kernel/card-number.ts";
import { findCurrency } from "../kernel/currency.ts";
import { isKassaId } from "../kernel/id.ts";

export const redacted = "[redacted]";

/** So much of a body is kept, in characters; a longer one ends with an ellipsis. */
export const bodyLength = 8 * 1024;

/** What a value has to be to stay. Everything else could be about a person, or a secret. */
export type Allowed = {
  /** Words of the API's own schemas: values of enumerations, kinds of objects, error codes, titles of errors. */
  isWord(text: string): boolean;
  /** Texts of this one answer, such as its request id. */
  readonly texts?: readonly string[];
  /** Whether `param` is Kassa's own pointer to a field. */
  readonly isProblem?: boolean;
};

/**
 * A body as the log keeps it: all names of fields, numbers, booleans, ids, currencies, times and words of the API. All other texts are
 * replaced, and everything in `metadata`, whose values are the merchant's. Stops where the text is as long as what is kept of it.
 */
export function redactedJson(body: unknown, allowed: Allowed): string {
  const text = new CutText(bodyLength);
  writeValue(text, { value: body, name: "", isHidden: false }, allowed);
  return text.end();
}

/** Collects a text up to a length. */
class CutText {
  readonly #parts: string[] = [];
  #left: number;

  constructor(length: number) {
    this.#left = length;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  add(text: string): void {
    if (!this.isFull) this.#parts.push(text.slice(0, this.#left));
    this.#left -= text.length;
  }

  end(): string {
    return this.#left < 0 ? `${this.#parts.join("")}…` : this.#parts.join("");
  }
}

/** A value, the name of the field that it is in, and whether all texts and numbers in it are hidden. */
type Place = { readonly value: unknown; readonly name: string; readonly isHidden: boolean };

function writeValue(text: CutText, { value, name, isHidden }: Place, allowed: Allowed): void {
  if (Array.isArray(value)) {
    text.add("[");
    for (const [at, item] of value.entries()) {
      if (text.isFull) break;
      if (at > 0) text.add(",");
      writeValue(text, { value: item, name, isHidden }, allowed);
    }
    text.add("]");
  } else if (typeof value === "object" && value !== null) writeObject(text, value, isHidden, allowed);
  else text.add(JSON.stringify(isHidden && value !== null ? redacted : safeValue(value, name, allowed)));
}

function writeObject(text: CutText, value: object, isHidden: boolean, allowed: Allowed): void {
  text.add("{");
  for (const [at, [name, item]] of Object.entries(value).entries()) {
    if (text.isFull) break;
    text.add(`${at > 0 ? "," : ""}${JSON.stringify(safeName(name))}:`);
    writeValue(text, { value: item, name, isHidden: isHidden || name === "metadata" }, allowed);
  }
  text.add("}");
}

/** A field's name, unless it is none: whoever mistakes names for values may send an address as a name. */
export const safeName = (name: string): string =>
  /^[A-Za-z_][\w-]{0,59}$/.test(name) && !/\d{7}/.test(name) ? name : redacted;

/** Digits of more than any amount of the API has may be a card's or an account's. */
const numberBound = 1e11;

function safeValue(value: unknown, name: string, allowed: Allowed): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Math.abs(value) < numberBound ? value : redacted;
  return typeof value === "string" && isSafeText(value, name, allowed) ? value : redacted;
}

export function isSafeText(text: string, name: string, { isWord, texts, isProblem }: Allowed): boolean {
  if (text.length > 200) return false;
  if (isWord(text) || isKassaId(text) || texts?.includes(text)) return true;
  if (isProblem && name === "param") return text.split("/").every((part) => part === "" || isPart(part));
  if (/currency$/i.test(name)) return findCurrency(text.toUpperCase()) !== undefined;
  return /At$|^createdAfter$|^createdBefore$/.test(name) && isTime(text);
}

const isPart = (part: string): boolean => /^\d{1,4}$/.test(part) || safeName(part) === part;

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/.test(text);

/** The path of a request: its route with the ids that it names, and its query with the values that aren't about a person. */
export function safePath(
  route: string,
  params: Readonly<Record<string, unknown>>,
  query: unknown,
  allowed: Allowed,
): string {
  const path = route.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? "");
    return isKassaId(value) || /^\d{4}-\d{2}$/.test(value) ? value : redacted;
  });
  const fields = Object.entries(typeof query === "object" && query !== null ? query : {});
  if (fields.length === 0) return path;
  const told = fields
    .slice(0, 20)
    .map(([name, value]) => `${safeName(name)}=${safeQueryValue(value, name, allowed)}`);
  return `${path}?${told.join("&")}`;
}

function safeQueryValue(value: unknown, name: string, allowed: Allowed): string {
  const text = String(value);
  return /^\d{1,11}$/.test(text) || isSafeText(text, name, allowed) ? text : redacted;
}

/** A header of the merchant's program, unless it holds what must not be stored. */
export function safeHeader(value: string | string[] | undefined, length: number): string | null {
  if (typeof value !== "string") return null;
  const text = value.slice(0, length).replaceAll(/[^\x20-\x7e]/g, "?");
  return containsCardNumber(text) || /ks_(live|sandbox)_|@/.test(text) ? redacted : text;
}
