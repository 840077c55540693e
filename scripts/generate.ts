/** Writes all generated files: `npm run generate`. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { generateFiles, readCommitted, root } from "./generated-files.ts";

for (const file of await generateFiles()) {
  if ((await readCommitted(file.path)) === file.content) continue;
  await writeFile(path.join(root, file.path), file.content);
  console.log(`wrote ${file.path}`);
}
