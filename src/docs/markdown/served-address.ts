import path from "node:path/posix";
import { pages } from "../pages.ts";

/**
 * The address of a link's target on this server; undefined for files that it doesn't serve, whose links become plain text.
 *
 * @param from the file with the link, such as "how-to/refund.md"; the target is relative to it
 */
export function servedAddress(target: string, from: string): string | undefined {
  if (/^(https?:\/\/|#|\/)/.test(target)) return target;
  const [file = "", anchor] = target.split("#");
  const wanted = path.join(path.dirname(from), file);
  const page = pages.find((candidate) => candidate.file === wanted);
  if (!page) return undefined;
  return anchor === undefined ? page.path : `${page.path}#${anchor}`;
}
