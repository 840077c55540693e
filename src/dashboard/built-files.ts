import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AssetEncoding } from "../kernel/encoding.ts";

/** A file of the built dashboard, as it is and as the build has compressed it. A small one may be there only as it is. */
export type BuiltFile = {
  readonly type: string;
  readonly bodies: { readonly identity: Buffer } & Readonly<Partial<Record<AssetEncoding, Buffer>>>;
};

const folder = path.resolve(import.meta.dirname, "../../dashboard/dist");

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
};

const suffixes = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/**
 * The files that `npm run build -w dashboard` has made, by their paths below `/dashboard/`; empty if it hasn't run. They are read once:
 * they don't change while the process runs.
 */
export function readBuiltFiles(from = folder): ReadonlyMap<string, BuiltFile> {
  const names = new Set(listFiles(from));
  const read = (name: string): Buffer => readFileSync(path.join(from, name));
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const type = types[path.extname(name)];
    if (!type) continue;
    const compressed = suffixes
      .filter(([, suffix]) => names.has(name + suffix))
      .map(([encoding, suffix]) => [encoding, read(name + suffix)] as const);
    const bodies = { identity: read(name), ...Object.fromEntries(compressed) };
    files.set(name.replaceAll(path.sep, "/"), { type, bodies });
  }
  const page = files.get("index.html");
  if (page) {
    const identity = Buffer.from(withDigests(page.bodies.identity, files));
    files.set("index.html", { ...page, bodies: { identity } });
  }
  return files;
}

/** The page, with the digest of each script and style sheet in its tag: a file that was changed on its way isn't used. */
function withDigests(page: Buffer, files: ReadonlyMap<string, BuiltFile>): string {
  const tag = /<(?:script|link)\b[^>]*\b(?:src|href)="\/dashboard\/(assets\/[^"]+)"/g;
  return page.toString().replaceAll(tag, (found, name: string) => {
    const file = files.get(name);
    if (!file) throw new Error(`the dashboard's page names ${name}, which the build hasn't made`);
    const digest = createHash("sha384").update(file.bodies.identity).digest("base64");
    return `${found} integrity="sha384-${digest}"`;
  });
}

function listFiles(from: string): string[] {
  try {
    return readdirSync(from, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(from, path.join(parentPath, name)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
