import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { payOnPage } from "../api/paying.ts";
import type { TestApp } from "../support/app.ts";
import { freePort } from "../support/free-port.ts";
import { languageEnv } from "../support/languages.ts";
import { until } from "../support/until.ts";
import type { Block, Step } from "./read-page.ts";
import { SeenIds } from "./seen-ids.ts";
import { Shell } from "./shell.ts";
import { assertShown } from "./shown-output.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Languages whose blocks are run, with the extension of their files and the command that runs one. */
export const runnable: Readonly<Record<string, { readonly extension: string; readonly command: string }>> = {
  sh: { extension: "sh", command: "source" },
  bash: { extension: "sh", command: "source" },
  js: { extension: "mjs", command: "node" },
  ts: { extension: "ts", command: "node" },
  python: { extension: "py", command: "python3" },
  php: { extension: "php", command: "php" },
  go: { extension: "go", command: "go run" },
  java: { extension: "java", command: "java" },
};

/** Whether a block shows what the one before prints. */
export const isShownOutput = ({ language, output }: Block): boolean => language === "json" || output;

/** What a reader has of a page. */
type Reader = {
  readonly kassa: TestApp;
  readonly folder: string;
  readonly shell: Shell;
  readonly ids: SeenIds;
  /** The port that stands in place of 3000. */
  readonly port: number;
  /** What the last block has printed so far. */
  printed: () => string;
};

/** Follows a page's steps from a clean start, as a tenant of its own. @throws Error with the place of the block that fails */
export async function runPage(kassa: TestApp, steps: readonly Step[]): Promise<void> {
  const tenant = await kassa.makeTenant();
  const key = tenant.keys.sandbox.secret;
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-page-"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const shell = new Shell(folder, { ...languageEnv, KASSA: kassa.url, KEY: key });
  const reader = { kassa, folder, shell, ids: new SeenIds(key), port: await freePort(), printed: () => "" };
  try {
    for (const [index, step] of steps.entries()) await follow(reader, step, steps[index + 1]);
  } finally {
    await shell.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function follow(reader: Reader, step: Step, next: Step | undefined): Promise<void> {
  if (step.kind === "payment") return payOnPage(reader.kassa, reader.ids.newest("cs_sandbox_"), step.card);
  if (step.excerpt !== undefined) return;
  try {
    if (isShownOutput(step)) await compareOutput(reader, step);
    else if (step.language in runnable) await runBlock(reader, step, next);
  } catch (error) {
    throw new Error(`line ${step.line}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function runBlock(reader: Reader, block: Block, next: Step | undefined): Promise<void> {
  const { folder, shell, ids } = reader;
  const { extension = "", command = "" } = runnable[block.language] ?? {};
  const text = ids.fillIn(asTyped(reader, block.text));
  const isShell = command === "source";
  const file = block.file ?? `block-${block.line}.${extension}`;
  if (!isShell || block.file) writeFileSync(path.join(folder, file), `${text}\n`);
  if (block.file) return;
  const commands = isShell ? text : `${command} ${file}`;
  if (block.background) {
    const log = shell.start(commands);
    reader.printed = () => readIfThere(log);
    await until(() => reader.printed() !== "", `${commands} has started`, 30_000);
    return;
  }
  const printed = await shell.run(commands, { mayRefuse: showsRefusal(next) });
  ids.read(printed);
  reader.printed = () => printed;
}

/** A program in the background may still be about to print it. */
async function compareOutput(reader: Reader, block: Block): Promise<void> {
  const deadline = performance.now() + 10_000;
  let failure: unknown;
  await until(() => {
    try {
      assertShown(block.language, asTyped(reader, block.text), reader.printed());
      failure = undefined;
      return true;
    } catch (error) {
      failure = error;
      return performance.now() > deadline;
    }
  }, "the output is there");
  if (failure !== undefined) throw failure;
  reader.ids.read(reader.printed());
}

/** With the addresses of this run in place of those of the page. */
const asTyped = ({ kassa, port }: Reader, text: string): string =>
  text.replaceAll("http://localhost:8080", kassa.url).replace(/\b3000\b/g, String(port));

/** Whether the page shows a problem. */
const showsRefusal = (next: Step | undefined): boolean =>
  next?.kind === "block" && isShownOutput(next) && /"status": [45]\d\d/.test(next.text);

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
