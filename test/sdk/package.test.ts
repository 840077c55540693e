import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { after, before, type TestContext, test } from "node:test";
import { promisify } from "node:util";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { buildSdk } from "../../scripts/build-sdk.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { expected, scriptFor, withoutTypes } from "./script.ts";

/** The package as a merchant installs it: packed, installed into an empty project, and used from there against Kassa. */
const root = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

let app: TestApp;
let folder: string;
let built: string;
let project: string;
let tarball: string;

before(async () => {
  app = await startTestApp();
  folder = mkdtempSync(path.join(tmpdir(), "kassa-sdk-"));
  built = path.join(folder, "built");
  project = path.join(folder, "project");
  await buildSdk(built);
  const { stdout } = await npm(["pack", built, "--json", "--pack-destination", folder], folder);
  tarball = path.join(folder, JSON.parse(stdout)[0].filename);
  mkdirSync(project);
  writeFileSync(path.join(project, "package.json"), JSON.stringify({ name: "shop", private: true }));
  await npm(["install", "--offline", tarball], project);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

test("has no dependency, and only what is needed", () => {
  const installed = readdirSync(path.join(project, "node_modules")).filter((name) => !name.startsWith("."));
  assert.deepEqual(installed, ["@kassa"]);
  const sdk = path.join(project, "node_modules/@kassa/sdk");
  assert.deepEqual(readdirSync(sdk).sort(), ["LICENSE", "README.md", "cjs", "esm", "package.json"]);
  assert.deepEqual(
    readdirSync(path.join(sdk, "esm"), { recursive: true }).filter((file) => String(file).includes("test")),
    [],
  );
});

test("runs as an ES module", async () => {
  assert.deepEqual(await runScript("esm.mjs", withoutTypes(scriptFor(app, "esm").esm)), expected);
});

test("runs as CommonJS", async () => {
  assert.deepEqual(await runScript("cjs.cjs", withoutTypes(scriptFor(app, "cjs").cjs)), expected);
});

test("has types for strict TypeScript, from ES modules and CommonJS, and refuses wrong calls", async () => {
  write("use.mts", scriptFor(app, "types").esm);
  write("use.cts", 'import sdk = require("@kassa/sdk");\nexport const { webhooks }: typeof sdk = sdk;\n');
  write("wrong.mts", wrongCalls);
  const options = {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
  };
  const compilerOptions = { ...options, module: "nodenext", exactOptionalPropertyTypes: true };
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.mts", "*.cts"] }));
  await run(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", project], {
    cwd: project,
  }).catch((error: { stdout: string }) => assert.fail(error.stdout));
});

/** Without an error of the compiler in the line after it, `@ts-expect-error` is itself an error. */
const wrongCalls = `
import { Kassa, type Event } from "@kassa/sdk";
declare const kassa: Kassa;
declare const event: Event;
// @ts-expect-error: there is no currency and no successUrl
kassa.checkout.sessions.create({ amount: 2599 });
// @ts-expect-error: an amount is a number
kassa.refunds.create({ payment: "pay_1", amount: "5.00" });
// @ts-expect-error: no such filter
kassa.payments.list({ colour: "red" });
// @ts-expect-error: a GET has no idempotency key
kassa.payments.get("pay_1", { idempotencyKey: "order-7" });
if (event.type === "dispute.opened") {
  const stage: string = event.data.object.stage;
  // @ts-expect-error: a dispute is no session
  event.data.object.paymentStatus;
}
`;

for (const [name, args] of [
  ["deno", ["run", "--no-prompt", "--node-modules-dir=manual", "--allow-net=localhost"]],
  ["bun", ["run"]],
] as const) {
  test(`runs in ${name}`, async (t) => {
    const program = await findRuntime(t, name);
    if (program === undefined) return;
    const script = withoutTypes(scriptFor(app, name).esm);
    assert.deepEqual(await runScript(`${name}.mjs`, script, program, args), expected);
  });
}

test("needs no more than the globals of a worker, and calls fetch as workers want it", async () => {
  const printed: string[] = [];
  const bundle = await bundled("iife");
  const context = vm.createContext({
    ...{ crypto, URL, URLSearchParams, Headers, TextEncoder, TextDecoder, AbortController },
    ...{ setTimeout, clearTimeout, atob },
    console: { log: (line: string) => void printed.push(line) },
  });
  context.fetch = function (this: unknown, input: string, init: RequestInit) {
    // Cloudflare's fetch throws "Illegal invocation" for another `this`, and refuses this redirect mode.
    assert.ok(this === undefined || this === vm.runInContext("globalThis", context));
    assert.notEqual(init.redirect, "error");
    return fetch(input, init);
  };
  vm.runInContext(bundle, context);
  await vm.runInContext(withoutTypes(scriptFor(app, "worker").bare), context);
  assert.deepEqual(JSON.parse(printed[0] ?? ""), expected);
});

test("is at most 10 KB, bundled and compressed", async () => {
  const size = gzipSync(await bundled("esm"), { level: 9 }).length;
  assert.ok(size <= 10_240, `${size} bytes`);
});

test("publint and Are the types wrong find nothing", async () => {
  const { messages } = await publint({ pkgDir: built, pack: false, strict: true });
  assert.deepEqual(messages, []);
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  assert.deepEqual("problems" in result ? result.problems : result, []);
});

async function bundled(format: "esm" | "iife"): Promise<string> {
  const { outputFiles } = await build({
    ...{ entryPoints: [path.join(built, "esm/index.js")], globalName: "sdk", format },
    ...{ bundle: true, write: false, platform: "neutral", target: "es2022" },
  });
  return outputFiles[0]?.text ?? "";
}

function write(file: string, text: string): void {
  writeFileSync(path.join(project, file), text);
}

async function runScript(
  file: string,
  text: string,
  program = process.execPath,
  args: readonly string[] = [],
) {
  write(file, text);
  const { stdout } = await run(program, [...args, file], { cwd: project });
  return JSON.parse(stdout);
}

/** KASSA_DENO or KASSA_BUN, or the one in PATH. */
async function findRuntime(t: TestContext, name: "deno" | "bun"): Promise<string | undefined> {
  const variable = `KASSA_${name.toUpperCase()}`;
  const program = process.env[variable] ?? name;
  try {
    await run(program, ["--version"]);
    return program;
  } catch (error) {
    if (process.env[variable]) throw error;
    t.diagnostic(`not run: there is no ${name}; install it, or name it in ${variable}`);
    return undefined;
  }
}

/** npm without the network, and without what npm that runs this test has set. */
function npm(args: readonly string[], cwd: string) {
  const cli = process.env.npm_execpath;
  if (!cli) throw new Error("These tests are run by npm test");
  return run(process.execPath, [cli, ...args, "--no-audit", "--no-fund"], { cwd });
}
