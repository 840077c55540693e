import { NumberLexeme } from "../kernel/strict-json.ts";

/** The parts of a JSON schema that limit a value's size. */
export type SizedSchema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SizedSchema>>;
  readonly patternProperties?: Readonly<Record<string, SizedSchema>>;
  readonly items?: SizedSchema;
  readonly anyOf?: readonly SizedSchema[];
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly maxLength?: number;
};

/** How many unknown fields of a body are reported. */
const unknownFieldsAtMost = 20;
/** How many members are kept if the schema sets no limit. */
const membersAtMost = 100;
/** Replaces a number that isn't a plain integer. No schema of this API accepts it. */
const fraction = 0.5;

/**
 * A copy of an invalid value, cut to slightly more than its schema allows: one element too many of a list, one character
 * too many of a text, 20 unknown fields without their values. It has the same faults in the same places, so a validator
 * that reports all faults has a bounded amount of work.
 */
export function excerptOf(schema: object, value: unknown): unknown {
  return excerpt(schema, value, { unknownFields: unknownFieldsAtMost });
}

type Budget = { unknownFields: number };

function excerpt(schema: SizedSchema, value: unknown, budget: Budget): unknown {
  if (typeof value === "string") return excerptOfText(branchOf(schema, "string"), value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof NumberLexeme) return fraction;
  if (Array.isArray(value)) return excerptOfList(branchOf(schema, "array"), value, budget);
  return excerptOfObject(branchOf(schema, "object"), value, budget);
}

/** The branch of an `anyOf` for values of this type, or the schema itself. */
function branchOf(schema: SizedSchema, type: "array" | "object" | "string"): SizedSchema | undefined {
  return [schema, ...(schema.anyOf ?? [])].find((branch) => branch.type === type);
}

/** A character has at most two UTF-16 units, so this many units exceed the limit. */
function excerptOfText(schema: SizedSchema | undefined, text: string): string {
  const maxLength = schema?.maxLength;
  return maxLength === undefined ? text : text.slice(0, 2 * (maxLength + 1));
}

function excerptOfList(schema: SizedSchema | undefined, list: readonly unknown[], budget: Budget): unknown[] {
  const items = schema?.items;
  if (!schema || !items) return [];
  return list
    .slice(0, (schema.maxItems ?? membersAtMost) + 1)
    .map((element) => excerpt(items, element, budget));
}

function excerptOfObject(schema: SizedSchema | undefined, object: object, budget: Budget): object {
  if (!schema) return {};
  const known = schema.properties ?? {};
  const others = Object.values(schema.patternProperties ?? {})[0];
  const kept: [string, unknown][] = [];
  for (const [name, property] of Object.entries(known)) {
    if (Object.hasOwn(object, name)) kept.push([name, excerpt(property, Reflect.get(object, name), budget)]);
  }
  let othersLeft = (schema.maxProperties ?? membersAtMost) + 1;
  // Object.entries would copy all members of the body, however many.
  for (const name in object) {
    if (Object.hasOwn(known, name)) continue;
    if ((others ? othersLeft-- : budget.unknownFields--) <= 0) break;
    kept.push([name, others ? excerpt(others, Reflect.get(object, name), budget) : null]);
  }
  return Object.fromEntries(kept);
}
