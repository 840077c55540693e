/** Fails when a file that is made from the code isn't what the code makes now: part of `npm run check`. */
import process from "node:process";
import { generateFiles, readCommitted } from "./generated-files.ts";

for (const file of await generateFiles()) {
  if ((await readCommitted(file.path)) === file.content) continue;
  console.error(`${file.path} is not what the code makes now: run npm run generate`);
  process.exitCode = 1;
}
