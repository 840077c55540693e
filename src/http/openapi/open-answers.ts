import { mapChildren } from "./shape-schemas.ts";
import type { Schema } from "./types.ts";

/** The component whose values are final; any other list of values in an answer can grow. */
const closedEnums: ReadonlySet<string> = new Set(["Mode"]);

/**
 * Opens an answer's schema for later versions, which add fields and values such as decline reasons and event types.
 * Generated clients must not break on those. So objects accept further fields, and an enum becomes a string with its known
 * values in `x-extensible-enum`. A field with one fixed value, such as `object`, keeps its `enum`. `x-problem` is removed,
 * because it concerns requests only.
 */
export function openAnswer(schema: Schema): Schema {
  const { additionalProperties, enum: words, "x-problem": _, ...rest } = mapChildren(schema, openAnswer);
  const isOpenObject = additionalProperties === false || additionalProperties === undefined;
  const open: Schema = isOpenObject ? rest : { ...rest, additionalProperties };
  if (words === undefined) return open;
  const known = words.filter((word) => word !== null);
  if (known.length < 2 || closedEnums.has(schema.title ?? "")) return { ...open, enum: words };
  return { ...open, "x-extensible-enum": known };
}
