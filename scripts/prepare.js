// Runs after `npm ci`: builds the dashboard. An installation without development packages has no build tool, and brings the built files
// along (Dockerfile). Plain JavaScript, because npm runs it with any Node.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const root = path.resolve(import.meta.dirname, "..");
if (existsSync(path.join(root, "node_modules/vite")) && existsSync(path.join(root, "dashboard/src"))) {
  const { status } = spawnSync("npm", ["run", "--silent", "build:dashboard"], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
