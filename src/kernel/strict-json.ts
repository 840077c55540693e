/**
 * A strict JSON parser for request bodies.
 *
 * JSON.parse keeps the last of duplicate keys, rounds 9007199254740993 to ...992, and reads 1.0 and 1e2 as integers. Two
 * readers of one body could then see different amounts. This parser follows RFC 8259 exactly, refuses duplicate and
 * `__proto__` keys and deep nesting, and keeps the text of a number that isn't a plain safe integer.
 * docs/decisions/0009-strict-json.md compares it with libraries.
 */

/** The text of a number that isn't a plain integer within ±(2^53 - 1): `1.5`, `-0`, `1e2`, `9007199254740993`. */
export class NumberLexeme {
  readonly raw: string;

  constructor(raw: string) {
    this.raw = raw;
  }
}

/**
 * A parsed value. A check for objects must exclude NumberLexeme, because its `typeof` is "object"; a check for integers
 * excludes it anyway.
 */
export type JsonValue = null | boolean | number | string | NumberLexeme | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

export type JsonFaultCode = "json_invalid" | "json_duplicate_key" | "json_too_deep" | "unknown_field";

/**
 * Why a text was refused. `detail` is a sentence without any part of the text. `pointer` is the RFC 6901 pointer of the
 * member or element at fault ("" is the whole body); it contains keys of the body, so redact it before logging. `position`
 * is the index of the UTF-16 unit at which parsing stopped.
 */
export type JsonFault = {
  readonly ok: false;
  readonly code: JsonFaultCode;
  readonly detail: string;
  readonly pointer: string;
  readonly position: number;
};

export type JsonResult = { readonly ok: true; readonly value: JsonValue } | JsonFault;

export type JsonLimits = {
  /** The maximum nesting of arrays and objects. The parser recurses, so this also bounds its stack. */
  readonly maxDepth: number;
  /** The maximum length of a member's name in UTF-16 units. It also bounds pointers, which contain names. */
  readonly maxNameLength: number;
};

/** No field's or metadata key's name exceeds 40 characters. Slightly longer ones get a better error from the validator. */
const DEFAULT_LIMITS: JsonLimits = { maxDepth: 8, maxNameLength: 200 };

/** Parses one JSON text. Never throws. Takes linear time. */
export function parseStrictJson(text: string, limits: Partial<JsonLimits> = {}): JsonResult {
  const parser = new Parser(text, { ...DEFAULT_LIMITS, ...limits });
  const value = parser.parseDocument();
  return value === undefined ? parser.describeFault() : { ok: true, value };
}

/** Whether a parsed value is or contains a NumberLexeme. */
export function holdsLexeme(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof NumberLexeme || Object.values(value).some(holdsLexeme);
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const BRACKET_OPEN = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_CLOSE = 0x5d;
const LETTER_CAPITAL_E = 0x45;
const LETTER_E = 0x65;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const LETTER_U = 0x75;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
const BYTE_ORDER_MARK = 0xfeff;

/** Any 15 digits are below 2^53, so they can be summed without checking the result. */
const ALWAYS_SAFE_DIGITS = 15;

const ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries({ '"': '"', "/": "/", "\\": "\\", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }).map(
    ([letter, decoded]) => [letter.charCodeAt(0), decoded],
  ),
);
const FOUR_HEX_DIGITS = /^[0-9a-fA-F]{4}$/;
const PLAIN_INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/** A number by RFC 8259, matched at `lastIndex`. Used when the fast path for integers doesn't apply. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/**
 * A recursive-descent parser over UTF-16 units. Each parse method returns a value and moves `position` behind it, or stores
 * the fault and returns undefined, which isn't a JSON value. An exception would cost a stack trace for each bad body.
 */
class Parser {
  private readonly text: string;
  private readonly limits: JsonLimits;
  private position = 0;
  private faultCode: JsonFaultCode = "json_invalid";
  private faultDetail = "";
  /** The pointer's segments from the inside out, collected while a fault is returned to the root. */
  private readonly faultPath: (string | number)[] = [];

  constructor(text: string, limits: JsonLimits) {
    this.text = text;
    this.limits = limits;
  }

  parseDocument(): JsonValue | undefined {
    if (this.text.charCodeAt(0) === BYTE_ORDER_MARK)
      return this.fail(
        "json_invalid",
        "The text begins with a byte order mark (U+FEFF); send it without one.",
      );
    const value = this.parseValue(0);
    if (value === undefined) return undefined;
    this.nextUnit();
    return this.position === this.text.length ? value : this.expected("nothing after the first value");
  }

  describeFault(): JsonFault {
    let pointer = "";
    for (const segment of this.faultPath) {
      pointer = `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`;
    }
    return { ok: false, code: this.faultCode, detail: this.faultDetail, pointer, position: this.position };
  }

  private parseValue(depth: number): JsonValue | undefined {
    const unit = this.nextUnit();
    switch (unit) {
      case QUOTE:
        return this.parseString();
      case BRACE_OPEN:
        return depth < this.limits.maxDepth ? this.parseObject(depth + 1) : this.tooDeep();
      case BRACKET_OPEN:
        return depth < this.limits.maxDepth ? this.parseArray(depth + 1) : this.tooDeep();
      case LETTER_T:
        return this.parseWord("true", true);
      case LETTER_F:
        return this.parseWord("false", false);
      case LETTER_N:
        return this.parseWord("null", null);
      default:
        return unit === MINUS || isDigit(unit) ? this.parseNumber() : this.expected("a value");
    }
  }

  private parseObject(depth: number): JsonObject | undefined {
    const object: JsonObject = {};
    this.position++;
    if (this.nextUnit() === BRACE_CLOSE) {
      this.position++;
      return object;
    }
    for (;;) {
      const key = this.parseKey(object);
      if (key === undefined) return undefined;
      const value = this.parseValue(depth);
      if (value === undefined) return this.failInside(key);
      object[key] = value;
      const unit = this.nextUnit();
      if (unit !== COMMA) {
        if (unit !== BRACE_CLOSE) return this.expected('"," or "}" after a member');
        this.position++;
        return object;
      }
      this.position++;
    }
  }

  /** Reads a member's name and colon. Refuses a duplicate name and `__proto__`. */
  private parseKey(object: JsonObject): string | undefined {
    if (this.nextUnit() !== QUOTE) return this.expected("a member's name in double quotes");
    const start = this.position;
    const key = this.parseString();
    if (key === undefined) return undefined;
    if (key.length > this.limits.maxNameLength) return this.nameTooLong(start);
    if (key === "__proto__" || Object.hasOwn(object, key)) return this.refuseKey(key, start);
    if (this.nextUnit() !== COLON) return this.expected('":" after a member\'s name');
    this.position++;
    return key;
  }

  private parseArray(depth: number): JsonValue[] | undefined {
    const array: JsonValue[] = [];
    this.position++;
    if (this.nextUnit() === BRACKET_CLOSE) {
      this.position++;
      return array;
    }
    for (;;) {
      const value = this.parseValue(depth);
      if (value === undefined) return this.failInside(array.length);
      array.push(value);
      const unit = this.nextUnit();
      if (unit !== COMMA) {
        if (unit !== BRACKET_CLOSE) return this.expected('"," or "]" after an element');
        this.position++;
        return array;
      }
      this.position++;
    }
  }

  private parseWord<T extends true | false | null>(word: string, value: T): T | undefined {
    if (!this.text.startsWith(word, this.position)) return this.expected("a value");
    this.position += word.length;
    return value;
  }

  /** Sums the digits of short integers, the most frequent numbers; all others are matched by the grammar. */
  private parseNumber(): number | NumberLexeme | undefined {
    const { text, position: start } = this;
    const negative = text.charCodeAt(start) === MINUS;
    let index = negative ? start + 1 : start;
    const firstDigit = index;
    let sum = 0;
    let unit = text.charCodeAt(index);
    while (isDigit(unit)) {
      sum = sum * 10 + (unit - DIGIT_0);
      unit = text.charCodeAt(++index);
    }
    const digits = index - firstDigit;
    const plain = digits > 0 && (text.charCodeAt(firstDigit) !== DIGIT_0 || (digits === 1 && !negative));
    if (!plain || unit === DOT || unit === LETTER_E || unit === LETTER_CAPITAL_E) return this.parseLexeme();
    if (digits > ALWAYS_SAFE_DIGITS) return this.parseLexeme();
    this.position = index;
    return negative ? -sum : sum;
  }

  private parseLexeme(): number | NumberLexeme | undefined {
    NUMBER.lastIndex = this.position;
    const raw = NUMBER.exec(this.text)?.[0];
    if (raw === undefined) return this.expected("a digit after the minus sign");
    this.position += raw.length;
    const integer = Number(raw);
    return PLAIN_INTEGER.test(raw) && Number.isSafeInteger(integer) ? integer : new NumberLexeme(raw);
  }

  /** A string without escapes is a slice of the text; one with escapes is built from pieces. */
  private parseString(): string | undefined {
    const { text } = this;
    const start = this.position + 1;
    let index = start;
    for (;;) {
      const unit = text.charCodeAt(index);
      if (unit === QUOTE) {
        this.position = index + 1;
        return text.slice(start, index);
      }
      if (unit === BACKSLASH) return this.parseEscapedString(start, index);
      // Comparisons with NaN are false, so this also catches the end of the text.
      if (!(unit >= SPACE)) return this.badStringUnit(index);
      index++;
    }
  }

  private parseEscapedString(start: number, firstEscape: number): string | undefined {
    const { text } = this;
    let read = text.slice(start, firstEscape);
    let index = firstEscape;
    for (;;) {
      const unit = text.charCodeAt(index);
      if (unit === QUOTE) {
        this.position = index + 1;
        return read;
      }
      if (!(unit >= SPACE)) return this.badStringUnit(index);
      if (unit === BACKSLASH) {
        const decoded = this.decodeEscape(index);
        if (decoded === undefined) return undefined;
        read += decoded;
        index = this.position;
      } else {
        const from = index;
        while (isPlainStringUnit(text.charCodeAt(index))) index++;
        read += text.slice(from, index);
      }
    }
  }

  /** Decodes the escape whose backslash is at `index` and moves `position` behind it. */
  private decodeEscape(index: number): string | undefined {
    const kind = this.text.charCodeAt(index + 1);
    if (kind === LETTER_U) {
      const hex = this.text.slice(index + 2, index + 6);
      this.position = index + 6;
      if (FOUR_HEX_DIGITS.test(hex)) return String.fromCharCode(Number.parseInt(hex, 16));
    } else {
      const decoded = ESCAPES.get(kind);
      this.position = index + 2;
      if (decoded !== undefined) return decoded;
    }
    this.position = index;
    return this.fail("json_invalid", "A backslash in a string starts no escape that JSON knows.");
  }

  /** Skips whitespace and returns the next unit without consuming it; NaN at the end of the text. */
  private nextUnit(): number {
    const { text } = this;
    let unit = text.charCodeAt(this.position);
    while (unit === SPACE || unit === LINE_FEED || unit === CARRIAGE_RETURN || unit === TAB) {
      unit = text.charCodeAt(++this.position);
    }
    return unit;
  }

  private badStringUnit(index: number): undefined {
    this.position = Math.min(index, this.text.length);
    if (index >= this.text.length) return this.fail("json_invalid", "The text ends inside a string.");
    return this.fail("json_invalid", "A control character in a string must be escaped.");
  }

  private refuseKey(key: string, start: number): undefined {
    this.position = start;
    this.faultPath.push(key);
    if (key === "__proto__") return this.fail("unknown_field", 'A member must not be named "__proto__".');
    return this.fail("json_duplicate_key", "A member's name appears twice in the same object.");
  }

  private nameTooLong(start: number): undefined {
    this.position = start;
    return this.fail(
      "unknown_field",
      `A member's name can have at most ${this.limits.maxNameLength} characters.`,
    );
  }

  private tooDeep(): undefined {
    return this.fail(
      "json_too_deep",
      `Arrays and objects can be nested at most ${this.limits.maxDepth} levels deep.`,
    );
  }

  private expected(what: string): undefined {
    const found = this.position >= this.text.length ? "the text ends" : "there is something else";
    return this.fail("json_invalid", `Expected ${what}, but ${found}.`);
  }

  private failInside(segment: string | number): undefined {
    this.faultPath.push(segment);
    return undefined;
  }

  private fail(code: JsonFaultCode, detail: string): undefined {
    this.faultCode = code;
    this.faultDetail = detail;
    return undefined;
  }
}

function isDigit(unit: number): boolean {
  return unit >= DIGIT_0 && unit <= DIGIT_9;
}

function isPlainStringUnit(unit: number): boolean {
  return unit >= SPACE && unit !== QUOTE && unit !== BACKSLASH;
}
