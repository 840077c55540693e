import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { compileCache } from "../support/compile-cache.ts";

/** src/main.js on other versions of Node.js, older ones without TypeScript included. */
const root = path.resolve(import.meta.dirname, "../..");

function runOn(version: string, ...flags: string[]) {
  const disguise = `Object.defineProperty(process, "version", { value: "v${version}" });
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const preload = `data:text/javascript,${encodeURIComponent(disguise)}`;
  const args = [...flags, "--import", preload, "src/main.js", "--help"];
  return spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
}

for (const version of ["18.20.4", "20.20.2", "22.17.1"]) {
  test(`node ${version} prints which Node.js Kassa needs, without a stack trace`, () => {
    const { status, stdout, stderr } = runOn(version, "--no-strip-types");
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.match(stderr, new RegExp(`Kassa needs Node.js 22.18 or later; this is v${version}`));
    assert.match(stderr, /npm run kassa/);
    assert.doesNotMatch(stderr, /^\s+at /m);
  });
}

test("a Node.js with type stripping turned off says so", () => {
  const { status, stderr } = runOn("24.21.0", "--no-strip-types");
  assert.equal(status, 2);
  assert.match(stderr, /strips types/);
});

for (const version of ["22.18.0", "24.0.0"]) {
  test(`node ${version} runs Kassa`, () => {
    const { status, stdout } = runOn(version);
    assert.equal(status, 0);
    assert.match(stdout, /Usage: kassa/);
  });
}

test("bin/kassa runs on the Node.js that npm installed, from any folder and through a symbolic link", () => {
  const { status, stdout } = spawnSync(path.join(root, "bin/kassa"), ["keys", "--help"], {
    cwd: "/",
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: compileCache },
  });
  assert.equal(status, 0);
  assert.match(stdout, /Usage: kassa keys/);
});
