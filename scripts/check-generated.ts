/** Fails if a generated file differs from what the code generates now. Part of `npm run check`. */
import { globSync } from "node:fs";
import process from "node:process";
import { generateFiles, readCommitted, root } from "./generated-files.ts";

const files = await generateFiles();
for (const file of files) {
  if ((await readCommitted(file.path)) === file.content) continue;
  console.error(`${file.path} is out of date: run npm run generate`);
  process.exitCode = 1;
}

for (const name of globSync("docs/images/diagrams/*.svg", { cwd: root })) {
  if (files.some(({ path }) => path === name)) continue;
  console.error(`${name} belongs to no diagram any more: delete it`);
  process.exitCode = 1;
}
