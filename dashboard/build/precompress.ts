import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes each file of the build a second and third time, compressed as much as it can be: `.br` and `.gz`. The server compresses nothing. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    writeBundle: async ({ dir = "" }, bundle) => {
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(names.map((name) => compressFile(path.join(dir, name))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  // It fits into one packet as it is.
  if (content.length < 1_000) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await toBrotli(content, { params }));
  await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
}
