import { mapChildren } from "./shape-schemas.ts";
import type { Schema } from "./types.ts";

/** The component whose words are all there will ever be; any other list of words in an answer can grow. */
const closedEnums: ReadonlySet<string> = new Set(["Mode"]);

/**
 * A schema of an answer as clients should read it: later versions of Kassa add fields, and add words such as decline
 * reasons and event types. A generated client must not break on those. So objects are left open, and a list of words
 * becomes a string whose known words stand in `x-extensible-enum`. A field that holds one fixed word, such as `object`,
 * keeps its `enum`. What a fault of a field is called (`x-problem`) concerns requests only.
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
