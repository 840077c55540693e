import { pages } from "../pages.ts";

/** The address of a link's target on this server; undefined for files that it doesn't serve, whose links become plain text. */
export function servedAddress(target: string): string | undefined {
  if (/^(https?:\/\/|#|\/)/.test(target)) return target;
  const [file = "", anchor] = target.split("#");
  // Files in a folder, such as operations/, lead back out of it.
  const page = pages.find((candidate) => candidate.file === file.replace(/^\.\.\//, ""));
  if (!page) return undefined;
  return anchor === undefined ? page.path : `${page.path}#${anchor}`;
}
