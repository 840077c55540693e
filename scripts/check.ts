/**
 * `npm run check`: format and lint, types, directions of imports, generated files, migrations. Two steps run at a time, the longest
 * first. Each prints what it has to say when it has ended. What a step has found out about files is kept in node_modules/.cache.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";

process.chdir(path.resolve(import.meta.dirname, ".."));
const caches = "node_modules/.cache";
// The path of `node` is that of npm's scripts, which have node_modules/.bin in theirs.
const bin = path.resolve("node_modules/.bin");
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };

const steps: readonly (readonly [title: string, ...command: readonly [string, ...string[]]])[] = [
  ["Types", "tsc", "-p", ".", ...incremental("server")],
  ["Types of the dashboard", "tsc", "-p", "dashboard", "--noEmit", ...incremental("dashboard")],
  ["Format and lint", "biome", "check", "--error-on-warnings", "."],
  [
    "Directions of imports",
    "depcruise",
    "--config",
    ".dependency-cruiser.cjs",
    "--cache",
    `${caches}/depcruise`,
    "--cache-strategy",
    "content",
    "src",
  ],
  ["Generated files", process.execPath, "scripts/check-generated.ts"],
  ["Migrations", process.execPath, "scripts/lint-migrations.ts"],
];

function incremental(name: string): string[] {
  return ["--incremental", "--tsBuildInfoFile", path.resolve(caches, `tsc/${name}.tsbuildinfo`)];
}

const waiting = [...steps];
const failed: string[] = [];
await Promise.all([runSteps(), runSteps()]);
if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runSteps(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [title, command, ...args] = step;
    const startedAt = performance.now();
    const { isPassed, printed } = await run(command, args);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(`${isPassed ? "✔" : "✖"} ${title} (${seconds} s)`);
    if (printed.trim() !== "") console.log(printed.trim());
    if (!isPassed) failed.push(title);
  }
}

function run(command: string, args: readonly string[]): Promise<{ isPassed: boolean; printed: string }> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ isPassed: false, printed: `${printed}${error.message}` }));
    child.once("close", (code) => resolve({ isPassed: code === 0, printed }));
  });
}
