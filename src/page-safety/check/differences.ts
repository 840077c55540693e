import { createHash } from "node:crypto";
import { firstDifference, tagChanges } from "./document-changes.ts";
import type { Edition, EditionFile, OwnEdition } from "./edition.ts";

/** One thing that isn't as it was sent. */
export type Difference = {
  /** Which part: "header content-security-policy", "document", or a file's path. */
  readonly where: string;
  /** What it was sent as; null for what was added. At most some hundred characters. */
  readonly expected: string | null;
  /** What arrived; null for what was taken away. */
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
 * Headers that Kassa sends with no page and that take something away from its safety: they load, allow or lead to what
 * the policy doesn't speak of.
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

/** Where the headers that arrived aren't the edition's. What servers on the way add and that does no harm isn't looked at. */
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

/** Where a document isn't ours: by its tags where those say it, else by the first place at which the texts part. */
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

/** Where a file isn't the one that the page's tag names by its digest. */
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
