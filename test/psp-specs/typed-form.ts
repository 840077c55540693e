import type { FormValue } from "./form-body.ts";

/** A schema of the specification, as far as forms are concerned. */
export type FormSchema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FormSchema[];
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly additionalProperties?: FormSchema | boolean;
  readonly items?: FormSchema;
};

/**
 * Gives the texts of a form the types that its schema names: "100" becomes 100 where an integer is expected, and stays a
 * text in metadata. What doesn't fit stays as it is, for the validation to refuse.
 */
export function toTyped(schema: FormSchema | undefined, value: FormValue): unknown {
  if (schema?.anyOf) {
    const branch = schema.anyOf.find((candidate) => takes(candidate, value));
    return branch ? toTyped(branch, value) : value;
  }
  if (typeof value === "string") return typedText(schema, value);
  // The values of an object stand in the order of its indexes.
  if (schema?.type === "array") return Object.values(value).map((item) => toTyped(schema.items, item));
  const rest = typeof schema?.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const fields = Object.entries(value).map(([key, field]) => [
    key,
    toTyped(schema?.properties?.[key] ?? rest, field),
  ]);
  return Object.fromEntries(fields);
}

function takes(schema: FormSchema, value: FormValue): boolean {
  if (typeof value === "object") return schema.type === "object" || schema.type === "array";
  if (schema.enum) return schema.enum.includes(value);
  return schema.type === "string" || typeof typedText(schema, value) !== "string";
}

function typedText(schema: FormSchema | undefined, text: string): unknown {
  if (schema?.type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.type === "number" && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (schema?.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  // An empty text unsets a list or a hash.
  if (schema?.type === "array" && text === "") return [];
  return text;
}
