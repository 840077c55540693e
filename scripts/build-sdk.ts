/**
 * Builds the package that is published as @kassa/sdk: `npm run build:sdk`, then `npm pack ./sdk/dist`. In this repository
 * `@kassa/sdk` is its source, so nothing here needs a build.
 */
import { execFile } from "node:child_process";
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const root = path.resolve(import.meta.dirname, "..");
const sdk = path.join(root, "sdk");
const run = promisify(execFile);

/** ES modules and CommonJS, each with types of its own, because the same types can't describe both. */
const formats = [
  { folder: "esm", type: "module", options: [] },
  {
    folder: "cjs",
    type: "commonjs",
    options: ["--module", "commonjs", "--moduleResolution", "node10", "--verbatimModuleSyntax", "false"],
  },
] as const;

/** Writes the package into an empty folder. */
export async function buildSdk(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all(
    formats.map(async ({ folder: name, type, options }) => {
      const outDir = path.join(folder, name);
      const tsc = path.join(root, "node_modules/typescript/bin/tsc");
      await run(process.execPath, [tsc, "-p", sdk, "--outDir", outDir, ...options]);
      writeFileSync(path.join(outDir, "package.json"), `${JSON.stringify({ type })}\n`);
    }),
  );
  // tsc rewrites the extensions of imports in JavaScript, but not in types.
  for (const file of globSync("**/*.d.ts", { cwd: folder })) {
    const place = path.join(folder, file);
    writeFileSync(place, readFileSync(place, "utf8").replace(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'));
  }
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
  for (const [from, to] of [
    ["sdk/README.md", "README.md"],
    ["LICENSE", "LICENSE"],
  ] as const)
    copyFileSync(path.join(root, from), path.join(folder, to));
}

function publishedManifest(): object {
  const {
    private: _,
    exports: __,
    ...manifest
  } = JSON.parse(readFileSync(path.join(sdk, "package.json"), "utf8"));
  const entry = (folder: string): object => ({
    types: `./${folder}/index.d.ts`,
    default: `./${folder}/index.js`,
  });
  // npm's provenance is refused without the repository that published; GitHub Actions names it.
  const { GITHUB_REPOSITORY: repository } = process.env;
  const url = `git+https://github.com/${repository}.git`;
  return {
    ...manifest,
    main: "./cjs/index.js",
    types: "./cjs/index.d.ts",
    exports: { ".": { import: entry("esm"), require: entry("cjs") }, "./package.json": "./package.json" },
    publishConfig: { access: "public" },
    ...(repository ? { repository: { type: "git", url, directory: "sdk" } } : {}),
  };
}

if (import.meta.main) await buildSdk(path.join(sdk, "dist"));
