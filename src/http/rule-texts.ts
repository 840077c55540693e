import type { ErrorObject } from "ajv/dist/2020.js";

/** The limits that a schema can set. */
type Limits = Readonly<Record<string, unknown>>;

/** Describes a schema rule as a sentence for API users. Ajv's own messages read "must NOT have more than 20 items". */
export function ruleText(error: ErrorObject): string {
  const limits: Limits = error.parentSchema ?? {};
  const write = texts[error.keyword];
  return write ? `It has to ${write(limits, error.params)}.` : "It has a value that can't be used here.";
}

type Write = (limits: Limits, params: ErrorObject["params"]) => string;

const elements: Write = (limits) =>
  `have ${range(limits.minItems, limits.maxItems)} ${noun("element", limits.minItems, limits.maxItems)}`;
const characters: Write = (limits) =>
  `have ${range(limits.minLength, limits.maxLength)} ${noun("character", limits.minLength, limits.maxLength)}`;
const fields: Write = (limits) =>
  `have ${range(limits.minProperties, limits.maxProperties)} ${noun("field", limits.minProperties, limits.maxProperties)}`;
const size: Write = (limits) => `be ${range(limits.minimum, limits.maximum)}`;

const texts: Readonly<Record<string, Write>> = {
  type: (_, { type }) => `be ${[type].flat().map(String).map(named).join(" or ")}`,
  const: (_, { allowedValue }) => `be ${JSON.stringify(allowedValue)}`,
  enum: (_, { allowedValues }) => `be one of: ${[allowedValues].flat().join(", ")}`,
  minimum: size,
  maximum: size,
  minItems: elements,
  maxItems: elements,
  minLength: characters,
  maxLength: characters,
  minProperties: fields,
  maxProperties: fields,
  uniqueItems: (_, { i, j }) =>
    `contain each element once: those at ${[i, j].sort((left, right) => left - right).join(" and ")} are the same`,
  pattern: (_, { pattern }) => `match the pattern ${pattern}`,
  format: (_, { format }) => (format === "date-time" ? "be an RFC 3339 time" : `have the format ${format}`),
};

function range(least: unknown, most: unknown): string {
  if (most === undefined) return `at least ${least}`;
  if (least === undefined) return `at most ${most}`;
  return least === most ? String(most) : `${least} to ${most}`;
}

const noun = (name: string, least: unknown, most: unknown): string =>
  (most ?? least) === 1 ? name : `${name}s`;

const names: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "true or false",
  integer: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};
const named = (type: string): string => names[type] ?? type;
