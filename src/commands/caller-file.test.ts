import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { compileCache } from "../../test/support/compile-cache.ts";
import { callerFile } from "./caller-file.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "kassa-caller-")));
after(() => rmSync(folder, { recursive: true }));

test("a relative path is resolved against the caller's folder", () => {
  assert.equal(callerFile("a.json", { INIT_CWD: "/home/ann" }, root), "/home/ann/a.json");
  assert.equal(callerFile("a.json", {}, root), path.join(root, "a.json"));
  assert.equal(callerFile("/b/a.json", { INIT_CWD: "/home/ann" }, root), "/b/a.json");
  assert.equal(callerFile("a.json", { INIT_CWD: "/home/ann" }, "/tmp"), "/tmp/a.json", "an outer npm's");
});

for (const [name, command, env] of [
  ["bin/kassa", [path.join(root, "bin/kassa")], {}],
  ["bin/kassa in a script of another npm package", [path.join(root, "bin/kassa")], { INIT_CWD: "/" }],
  ["npm run", ["npm", "--prefix", root, "run", "--silent", "kassa", "--"], {}],
] as const) {
  test(`${name}: receipts verify reads --keys from the caller's folder`, () => {
    writeFileSync(path.join(folder, "keys.json"), JSON.stringify({ keys: [] }));
    const [file, ...args] = command;
    const ended = spawnSync(file, [...args, "receipts", "verify", "receipt.json", "--keys", "keys.json"], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: compileCache, ...env },
    });
    assert.match(ended.stderr, /The keys in keys\.json can't be used\. It contains no Ed25519 key/);
    assert.equal(ended.status, 2);
  });
}

test("bin/kassa: tenants logo reads the file from the caller's folder", () => {
  writeFileSync(path.join(folder, "logo.svg"), "no picture");
  const ended = spawnSync(path.join(root, "bin/kassa"), ["tenants", "logo", "logo.svg"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
  });
  assert.equal(ended.status, 2);
  assert.match(ended.stderr, /^logo\.svg can't be the logo\./);
});
