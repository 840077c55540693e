import type { Static } from "typebox";
import { nullable } from "../kernel/fields.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { Type } from "../kernel/type.ts";

/** The merchant's own key-value pairs. */
export type Metadata = Readonly<Record<string, string>>;

/** A change of metadata: sets the named keys, or deletes those whose value is null. Null instead of an object deletes all. */
export type MetadataChange = Readonly<Record<string, string | null>> | null;

const metadataKeysAtMost = 50;

/** Applies a change to metadata. Keys that the change doesn't name stay. Fails with `metadata_invalid` above 50 keys. */
export function mergeMetadata(
  current: Metadata | null,
  change: MetadataChange,
): Result<Metadata | null, Problem> {
  if (change === null) return success(null);
  const merged = Object.entries({ ...current, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (merged.length <= metadataKeysAtMost) return success(Object.fromEntries(merged));
  const detail = `With the existing keys, these are ${merged.length} keys; at most ${metadataKeysAtMost} are allowed.`;
  return failed(problem("metadata_invalid", detail, "/metadata"));
}

const valueLimits = {
  "x-problem": "metadata_invalid",
  "x-expects": "A metadata value is a text of at most 500 characters.",
};

const objectLimits = {
  "x-problem": "metadata_invalid",
  "x-expects": `Metadata is an object of at most ${metadataKeysAtMost} keys; keys have 1 to 40 characters, values are texts of at most 500.`,
};

const keys = { ...objectLimits, minLength: 1, maxLength: 40 };

export const MetadataSchema = Type.Record(Type.String(), Type.String({ maxLength: 500, ...valueLimits }), {
  ...objectLimits,
  maxProperties: metadataKeysAtMost,
  propertyNames: keys,
  title: "Metadata",
  description: "Your own notes, returned with the object and its events. Never put card numbers here.",
});

const change = Type.Record(
  Type.String(),
  Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
    ...valueLimits,
    "x-expects": "A metadata value is a text of at most 500 characters, or null to delete the key.",
  }),
  { ...objectLimits, maxProperties: 2 * metadataKeysAtMost, propertyNames: keys, title: "MetadataChange" },
);

/** The body of a call that changes an object's metadata and nothing else. */
export const MetadataChangeSchema = Type.Object(
  {
    metadata: nullable(
      change,
      "Merged by key: each named key is set, or deleted if its value is null; the others stay. Null instead of an object deletes all.",
    ),
  },
  { additionalProperties: false },
);
export type MetadataChangeBody = Static<typeof MetadataChangeSchema>;

/** Metadata in a response. */
export const responseMetadata = (description: string) =>
  nullable(Type.Record(Type.String(), Type.String(), { title: "Metadata" }), description);
