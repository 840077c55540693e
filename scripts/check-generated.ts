/** Fails if a generated file differs from what the code generates now. Part of `npm run check`. */
import process from "node:process";
import { generateFiles, readCommitted } from "./generated-files.ts";

for (const file of await generateFiles()) {
  if ((await readCommitted(file.path)) === file.content) continue;
  console.error(`${file.path} is out of date: run npm run generate`);
  process.exitCode = 1;
}
