/**
 * Checks the API and its OpenAPI document with third-party tools: `npm run check:api`.
 *
 * - schemathesis (Python 3.10 or later) sends requests that the document allows, and others that it forbids, to a running Kassa.
 * - openapi-python-client (Python) and oapi-codegen (Go) generate clients, which must have every operation.
 * - spectral (npm) lints the document. src/http/openapi.test.ts checks it with Redocly's rules.
 *
 * Fixed versions of the tools are installed into a temporary folder. Tools whose Python or Go is missing are skipped with a
 * message. The exit code is 1 if any check fails.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { goClientHas } from "./go-methods.ts";
import { type Kassa, startKassa } from "./kassa.ts";

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
const document = path.join(root, "openapi.json");
const operations = Object.values<object>(JSON.parse(readFileSync(document, "utf8")).paths).flatMap((item) =>
  Object.values<{ operationId: string }>(item as Record<string, { operationId: string }>),
);

const versions = {
  schemathesis: "4.32.5",
  "openapi-python-client": "0.29.1",
  "oapi-codegen": "v2.8.2",
  spectral: "6.16.3",
} as const;

const folder = mkdtempSync(path.join(tmpdir(), "kassa-check-api-"));
let failures = 0;
// On a signal the running tool is stopped and the folder removed.
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interruption.abort());
try {
  await lintWithSpectral();
  if (hasPython()) await checkWithPython();
  else
    console.log(
      "── Python 3.10 or later is not installed: schemathesis and openapi-python-client were not run.",
    );
  if (runs("go", ["version"])) await generateGoClient();
  else console.log("── Go is not installed: oapi-codegen was not run.");
} finally {
  // Go keeps its modules read-only.
  spawnSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  failures === 0
    ? "The API passed the checks of every tool that was run."
    : `${failures} tools found errors.`,
);
process.exitCode = failures === 0 ? 0 : 1;

async function lintWithSpectral(): Promise<void> {
  const rules = path.join(folder, "spectral.yaml");
  writeFileSync(rules, 'extends: ["spectral:oas"]\n');
  const tool = `@stoplight/spectral-cli@${versions.spectral}`;
  await step("spectral", "npx", ["--yes", tool, "lint", document, "-r", rules, "--fail-severity", "warn"]);
}

async function checkWithPython(): Promise<void> {
  const bin = path.join(folder, "python", "bin");
  const packages = [
    `schemathesis==${versions.schemathesis}`,
    `openapi-python-client==${versions["openapi-python-client"]}`,
  ];
  if (!(await step("A Python environment", "python3", ["-m", "venv", path.join(folder, "python")]))) return;
  if (
    !(await step("pip install", path.join(bin, "pip"), [
      "install",
      "--quiet",
      "--disable-pip-version-check",
      ...packages,
    ]))
  )
    return;
  await generatePythonClient(bin);
  const kassa = await startKassa(folder, { signal: interruption.signal });
  try {
    await runSchemathesis(bin, kassa);
  } finally {
    await kassa.end();
  }
}

async function generatePythonClient(bin: string): Promise<void> {
  const target = path.join(folder, "python-client");
  const args = ["generate", "--path", document, "--output-path", target, "--meta", "none"];
  if (!(await step("openapi-python-client", path.join(bin, "openapi-python-client"), args))) return;
  const made = readdirSync(path.join(target, "api"), { recursive: true, encoding: "utf8" });
  const modules = new Set(made.map((file) => path.basename(file, ".py").replaceAll("_", "")));
  countDropped("openapi-python-client", (id) => modules.has(id.toLowerCase()));
}

async function generateGoClient(): Promise<void> {
  const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${versions["oapi-codegen"]}`;
  const env = { GOBIN: folder, GOPATH: path.join(folder, "go") };
  if (!(await step("go install oapi-codegen", "go", ["install", tool], env))) return;
  const target = path.join(folder, "kassa.gen.go");
  const args = ["-package", "kassa", "-generate", "types,client", "-o", target, document];
  if (!(await step("oapi-codegen", path.join(folder, "oapi-codegen"), args))) return;
  countDropped("oapi-codegen", goClientHas(readFileSync(target, "utf8")));
}

function countDropped(tool: string, has: (operationId: string) => boolean): void {
  const dropped = operations.filter(({ operationId }) => !has(operationId));
  console.log(`── ${tool}: ${operations.length - dropped.length} of ${operations.length} operations.`);
  if (dropped.length === 0) return;
  failures += 1;
  console.log(`Left out: ${dropped.map(({ operationId }) => operationId).join(", ")}`);
}

/** The same seed each time, so that a failure can be repeated. */
async function runSchemathesis(bin: string, { url, key }: Kassa): Promise<void> {
  const args = [
    ...["--config-file", path.join(here, "schemathesis.toml"), "run", `${url}/openapi.json`],
    ...["--header", `Authorization: Bearer ${key}`, "--checks", "all"],
    ...["--exclude-checks", "positive_data_acceptance", "--max-examples", "20", "--seed", "1"],
    ...["--continue-on-failure", "--no-color", "--warnings", "off"],
  ];
  await step("schemathesis", path.join(bin, "st"), args, { SCHEMATHESIS_HOOKS: "hooks", PYTHONPATH: here });
}

/** Runs a command. Shows its output if it fails, else its last lines. */
async function step(
  name: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  console.log(`── ${name}`);
  const { error, lines } = await run(command, args, env);
  interruption.signal.throwIfAborted();
  if (error === null) {
    for (const line of lines.slice(-2)) if (line.trim() !== "") console.log(line);
    return true;
  }
  failures += 1;
  console.log(lines.join("\n"));
  console.log(
    `── ${name} failed${"code" in error && typeof error.code === "number" ? "" : `: ${error.message}`}.`,
  );
  return false;
}

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ error: Error | null; lines: string[] }> {
  const options = {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: 600_000,
    signal: interruption.signal,
    env: { ...process.env, ...env },
  } as const;
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ error, lines: `${stdout}${stderr}`.trimEnd().split("\n") }),
    );
  });
}

function runs(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function hasPython(): boolean {
  return runs("python3", ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))"]);
}
