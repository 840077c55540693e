/**
 * Where Kassa starts. Only this file is JavaScript: it must also run on a Node.js that can't strip types, to say which Node.js
 * Kassa needs. Everything else is TypeScript.
 */
import process from "node:process";

const oldest = [22, 18];
const [major, minor] = process.versions.node.split(".").map(Number);
const isTooOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);

if (isTooOld || !process.features.typescript) {
  const fault = isTooOld
    ? `Kassa needs Node.js ${oldest.join(".")} or later; this is ${process.version}.`
    : `Kassa needs a Node.js that strips types; this ${process.version} doesn't. Does NODE_OPTIONS turn it off?`;
  console.error(
    `${fault}\nOn Linux, "npm ci" installs Node.js 24 beside Kassa; "npm start", "npm run kassa" and bin/kassa use it.`,
  );
  process.exitCode = 2;
} else {
  import("./commands/run.ts");
}
