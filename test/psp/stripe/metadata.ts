import { invalidRequest } from "./errors.ts";
import type { Metadata } from "./state.ts";

/** @throws ApiError for metadata beyond Stripe's limits: 50 keys of 40 characters, values of 500 */
export function checkMetadata(metadata: Metadata | undefined): void {
  const entries = Object.entries(metadata ?? {});
  if (entries.length > 50)
    throw invalidRequest("You can specify up to 50 metadata keys.", { param: "metadata" });
  for (const [key, value] of entries) {
    if (key.length > 40)
      throw invalidRequest(`Metadata keys can have up to 40 characters, ${key} has ${key.length}.`, {
        param: "metadata",
      });
    if (value.length > 500)
      throw invalidRequest(
        `Metadata values can have up to 500 characters, the one of ${key} has ${value.length}.`,
        {
          param: `metadata[${key}]`,
        },
      );
  }
}

/** An empty value removes its key, an empty text all of them. */
export function mergeMetadata(metadata: Metadata, given: unknown): Metadata {
  if (given === undefined) return metadata;
  if (given === "") return {};
  const merged = { ...metadata, ...(given as Metadata) };
  checkMetadata(merged);
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}
