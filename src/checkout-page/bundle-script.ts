import { readFileSync } from "node:fs";

/** A script made of files, and their names in the order in which they are joined. */
export type Bundle = { readonly text: string; readonly files: readonly string[] };

/**
 * Joins a script and the files that it imports to one file, each after those that it imports. A page then loads one script, and
 * its policy allows one. The files may only have imports and exports by name; names are unique across files.
 *
 * @param folder the folder of the files
 * @param entry the name of the script's file
 */
export function bundleScript(folder: URL, entry: string): Bundle {
  const files = filesOf(folder, entry, []);
  const parts = files.map((file) =>
    readPart(folder, file)
      .replace(importLine, "")
      .replace(/^export /gm, ""),
  );
  return { text: `"use strict";\n(() => {\n${parts.join("\n")}})();\n`, files };
}

/** @param before the files that are in the bundle already */
function filesOf(folder: URL, file: string, before: readonly string[]): readonly string[] {
  if (before.includes(file)) return before;
  const imported = [...readPart(folder, file).matchAll(importLine)].map(([, name = ""]) => name);
  return [...imported.reduce((files, each) => filesOf(folder, each, files), before), file];
}

const readPart = (folder: URL, file: string): string => readFileSync(new URL(file, folder), "utf8");

const importLine = /^import \{[^}]*\} from "\.\/([^"]+)";\n/gm;
