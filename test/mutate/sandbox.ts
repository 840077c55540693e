import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";

type Instrumented = Awaited<ReturnType<Instrumenter["instrument"]>>;
export type Mutant = Instrumented["mutants"][number];

export type Sandbox = { readonly folder: string; readonly mutants: readonly Mutant[]; close(): void };

const copied = ["bin", "deploy", "docs", "locales", "migrations", "scripts", "sdk", "src", "test"];
const copiedFiles = [
  "package.json",
  "package-lock.json",
  "openapi.json",
  "tsconfig.json",
  "compose.yaml",
  "README.md",
];

/**
 * Strings are not mutated: most are SQL, whose mutants all fail, or states, whose mutants the compiler rejects. Their
 * mutants would only raise the score.
 */
const excludedMutations = ["StringLiteral"];

/**
 * A copy of the project whose given sources contain all their mutants. __STRYKER_ACTIVE_MUTANT__ activates one by its
 * number.
 */
export async function makeSandbox(sources: readonly string[]): Promise<Sandbox> {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-mutants-"));
  for (const name of [...copied, ...copiedFiles, ".env.example"])
    cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const files = sources.map((name) => ({ name, mutate: true, content: readFileSync(name, "utf8") }));
  const { files: instrumented, mutants } = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations,
    ignorers: [],
  });
  for (const { name, content } of instrumented) writeFileSync(path.join(folder, name), content);
  // Excluded mutants are returned too, marked with a status.
  const usable = mutants.filter(({ status }) => status === undefined);
  return { folder, mutants: usable, close: () => rmSync(folder, { recursive: true, force: true }) };
}

const nothing = (): void => {};
const no = (): boolean => false;
const silent = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
