/**
 * Where Kassa starts. This file alone is JavaScript, because it also has to run on a Node.js that can't strip types: that
 * one says which Node.js Kassa needs. Everything else is TypeScript.
 */
import process from "node:process";

const oldest = [22, 18];
const [major, minor] = process.versions.node.split(".").map(Number);
const isTooOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);

if (isTooOld || !process.features.typescript) {
  const fault = isTooOld
    ? `Kassa needs Node.js ${oldest.join(".")} or later, and this is ${process.version}.`
    : `Kassa needs a Node.js that strips types, and this ${process.version} doesn't: NODE_OPTIONS may turn it off.`;
  console.error(
    `${fault}\nOn Linux, "npm ci" installs Node.js 24 beside Kassa; "npm start", "npm run kassa" and bin/kassa use it.`,
  );
  process.exitCode = 2;
} else {
  import("./commands/run.ts");
}
