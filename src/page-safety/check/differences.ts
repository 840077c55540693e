import { createHash } from "node:crypto";
import { firstDifference, tagChanges } from "./document-changes.ts";
import type { Edition, EditionFile, OwnEdition } from "./edition.ts";

/** A difference between the page that arrived and the one that was sent. */
export type Difference = {
  /** The place: "header content-security-policy", "document", or a file's path. */
  readonly where: string;
  /** The text that was sent; null if something was added. Shortened to `maxShownLength` characters. */
  readonly expected: string | null;
  /** The text that arrived; null if something was removed. */
  readonly found: string | null;
};

const maxShownLength = 400;

export function difference(where: string, expected: string | null, found: string | null): Difference {
  return { where, expected: shortened(expected), found: shortened(found) };
}

function shortened(text: string | null): string | null {
  return text === null || text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)} …`;
}

/**
 * Headers that Kassa never sends and that make a page less safe: they load, allow or redirect to things that the policy
 * doesn't cover.
 */
const unwanted = [
  "access-control-allow-credentials",
  "access-control-allow-origin",
  "link",
  "refresh",
  "service-worker-allowed",
  "sourcemap",
  "x-sourcemap",
] as const;

/** Compares the headers that arrived with those of the edition. Ignores harmless headers that servers on the way add. */
export function headerDifferences(edition: Edition, headers: Headers): Difference[] {
  const changed = Object.entries(edition.headers).flatMap(([name, expected]) => {
    const found = headers.get(name);
    return found === expected ? [] : [difference(`header ${name}`, expected, found)];
  });
  const added = unwanted.flatMap((name) => {
    const found = headers.get(name);
    return found === null ? [] : [difference(`header ${name}`, null, found)];
  });
  return [...changed, ...added];
}

/** Compares a document with the edition's: by tags that run or load something, otherwise by the first difference in the text. */
export function documentDifferences(own: OwnEdition, found: string): Difference[] {
  if (found === own.text) return [];
  const { added, removed } = tagChanges(own.text, found);
  const changes = [
    ...added.map((tag) => difference("document", null, tag)),
    ...removed.map((tag) => difference("document", tag, null)),
  ];
  if (changes.length > 0) return changes;
  const { expected, instead } = firstDifference(own.text, found);
  return [difference("document", expected, instead)];
}

/** Compares a file with the digest in the page's tag. */
export function fileDifferences(
  file: EditionFile,
  status: number,
  headers: Headers,
  body: Buffer,
): Difference[] {
  if (status !== 200) return [difference(file.path, "status 200", `status ${status}`)];
  const found = `sha384-${createHash("sha384").update(body).digest("base64")}`;
  const expected = { "content-type": file.contentType, "x-content-type-options": "nosniff" };
  return [
    ...(found === file.integrity ? [] : [difference(file.path, file.integrity, found)]),
    ...Object.entries(expected).flatMap(([name, value]) =>
      headers.get(name) === value
        ? []
        : [difference(`${file.path}, header ${name}`, value, headers.get(name))],
    ),
  ];
}
