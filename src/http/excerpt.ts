import { NumberLexeme } from "../kernel/strict-json.ts";

/** What of a JSON schema says how large a value may be. */
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

/** How many unknown fields of one body are named. */
const unknownFieldsAtMost = 20;
/** How many members are looked at where a schema sets no limit. */
const membersAtMost = 100;
/** Stands for a number that isn't a plain integer; no schema of this API takes it. */
const fraction = 0.5;

/**
 * A copy of a value that its schema has refused, no larger than what the schema allows and a little more: one element
 * more of a list, one character more of a text, 20 unknown fields without their values. It has the same faults in the
 * same places, but a validator that names all of them has only so much to look at, whatever was sent.
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

/** Of a choice, the branch that takes values of this type. */
function branchOf(schema: SizedSchema, type: "array" | "object" | "string"): SizedSchema | undefined {
  return [schema, ...(schema.anyOf ?? [])].find((branch) => branch.type === type);
}

/** A character can have two units, so twice as many units hold more characters than are allowed. */
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
  // Not Object.entries, which makes a list of all the members of a body, however many they are.
  for (const name in object) {
    if (Object.hasOwn(known, name)) continue;
    if ((others ? othersLeft-- : budget.unknownFields--) <= 0) break;
    kept.push([name, others ? excerpt(others, Reflect.get(object, name), budget) : null]);
  }
  return Object.fromEntries(kept);
}
