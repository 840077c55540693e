import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { readLastFull } from "../../scripts/ci/last-full.ts";
import { chooseParts, partNames, partsFor } from "../../scripts/ci/parts.ts";

const root = path.resolve(import.meta.dirname, "../..");

const sorted = (parts: readonly string[]): string[] => [...parts].sort();

test("what every part depends on, and what no row names, calls for every part", () => {
  for (const file of [
    "package.json",
    "package-lock.json",
    ".ci/run",
    "scripts/ci/parts.ts",
    "scripts/install-test-program.ts",
    "test/run.ts",
    "test/runner/run-files.ts",
    "test/support/process.ts",
    "tsconfig.json",
    "src/app.ts",
    "src/kernel/id.ts",
    "src/a-new-room/room.ts",
    "something/new.txt",
  ])
    assert.deepEqual(partsFor(file), partNames, file);
});

test("a file calls for the parts that depend on it", () => {
  for (const [file, parts] of [
    ["src/payments/attempts/apply-outcome.ts", ["citus", "crash-matrices", "postgres-15", "prover"]],
    ["src/payments/routes.ts", ["api", "citus", "crash-matrices", "postgres-15", "prover"]],
    ["src/connectors/stripe/client.ts", ["crash-matrices", "prover", "stripe"]],
    ["src/connectors/adyen/client.ts", ["crash-matrices", "prover"]],
    ["migrations/000003-people.sql", ["citus", "crash-matrices", "nginx", "postgres-15", "prover"]],
    ["src/commands/serve.ts", ["api", "crash-matrices", "nginx", "prover"]],
    ["src/checkout-page/routes.ts", partNames.filter((part) => !["nginx", "stripe"].includes(part))],
    ["locales/pl.json", ["crash-matrices", "page-matrices"]],
    ["deploy/nginx.conf", ["nginx"]],
    ["docs/how-to/disputes.md", []],
    ["dashboard/src/main.tsx", []],
    [".ci/last-full", []],
  ] as const)
    assert.deepEqual(sorted(partsFor(file)), sorted(parts), file);
});

test("a test calls for the parts that run it", () => {
  for (const [file, parts] of [
    ["test/crash/kill-at-finish.matrix.test.ts", ["crash-matrices"]],
    ["test/browser/looks/ja.matrix.test.ts", ["page-matrices"]],
    ["test/distributed/plans.distributed.test.ts", ["citus"]],
    ["src/sessions/state.test.ts", ["citus", "postgres-15"]],
    ["src/kernel/id.test.ts", []],
  ] as const)
    assert.deepEqual(sorted(partsFor(file)), parts, file);
});

test("the first changed file that calls for a part is its reason", () => {
  const chosen = chooseParts(["docs/README.md", "deploy/nginx.conf", "src/commands/serve.ts"]);
  assert.equal(chosen.get("nginx"), "deploy/nginx.conf");
  assert.equal(chosen.get("api"), "src/commands/serve.ts");
  assert.equal(chosen.has("stripe"), false);
});

test("the commit of the last whole run is read with what it could not run", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  assert.deepEqual(readLastFull(`${commit}\n`), { commit, notRun: [] });
  assert.deepEqual(readLastFull(`${commit}\nnot run: nginx citus\n`), { commit, notRun: ["nginx", "citus"] });
  assert.equal(readLastFull(""), undefined);
  assert.equal(readLastFull("main\n"), undefined);
});

test("every room of src/ that isn't on a row of its own is meant to call for every part", () => {
  const rooms = readdirSync(path.join(root, "src"), { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  const forAll = rooms.filter(({ name }) => partsFor(`src/${name}/some-file.ts`) === partNames);
  assert.deepEqual(
    forAll.map(({ name }) => name),
    ["config", "kernel", "tenants"],
  );
});

test("without a commit to compare with, or with a wrong one, every part runs", () => {
  const choose = (env: Record<string, string>): string[] =>
    spawnSync(process.execPath, ["scripts/ci/choose-parts.ts"], {
      cwd: root,
      env: { ...process.env, KASSA_CI: "", ...env },
      encoding: "utf8",
    })
      .stdout.trim()
      .split("\n");
  for (const env of [
    { KASSA_CI_BASE: "--output=/tmp/x" },
    { KASSA_CI_BASE: "0123abcd" },
    { KASSA_CI: "full" },
  ]) {
    const lines = choose(env);
    assert.deepEqual(
      lines.map((line) => line.split(" ").slice(0, 2).join(" ")),
      partNames.map((part) => `${part} run`),
      lines.join("\n"),
    );
  }
});
