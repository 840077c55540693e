import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { NewTenant } from "../../src/tenants/create-tenant.ts";
import { disputed } from "../api/disputing.ts";
import { pay, payOnPage } from "../api/paying.ts";
import type { TestApp } from "../support/app.ts";
import { compileCache } from "../support/compile-cache.ts";
import { freePort } from "../support/free-port.ts";
import { testSecretKey } from "../support/keyring.ts";
import { languageEnv } from "../support/languages.ts";
import { until } from "../support/until.ts";
import type { Psps } from "./psps.ts";
import type { Block, Setup, Step } from "./read-page.ts";
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
export const isShownOutput = ({ language, output, file }: Block): boolean =>
  (language === "json" && file === undefined) || output;

/** Where a reader follows a page: a Kassa with a tenant of theirs, and the PSPs that it calls. */
export type Place = { readonly kassa: TestApp; readonly tenant: NewTenant; readonly psps: Psps };

/** What a reader has of a page. */
type Reader = Place & {
  readonly key: string;
  readonly folder: string;
  readonly shell: Shell;
  readonly ids: SeenIds;
  /** The port that stands in place of 3000. */
  readonly port: number;
  /** What the last block has printed that wasn't started in the background. */
  lastOutput: string;
  /** What the reader types into the next block. */
  input: string;
  /** The files of what the blocks in the background print. */
  readonly logs: string[];
};

/** Follows a page's steps from a clean start. @throws Error with the place of the block that fails */
export async function runPage(place: Place, steps: readonly Step[]): Promise<void> {
  const { tenant, keys } = place.tenant;
  const key = keys.sandbox.secret;
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-page-"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const shell = new Shell(folder, { ...environmentOf(place), HOME: folder, KEY: key });
  const ids = new SeenIds(key, tenant.id);
  const port = await freePort();
  const reader: Reader = { ...place, key, folder, shell, ids, port, lastOutput: "", input: "", logs: [] };
  try {
    for (const [index, step] of steps.entries()) await follow(reader, step, steps[index + 1]);
  } finally {
    await shell.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The settings of Kassa's commands, as an operator has set them. */
const environmentOf = ({ kassa, psps }: Place): Record<string, string> => ({
  ...languageEnv,
  ...psps.env,
  NODE_COMPILE_CACHE: compileCache,
  KASSA: kassa.url,
  KASSA_PUBLIC_URL: "https://pay.example.com",
  KASSA_METRICS_PORT: "off",
  KASSA_SECRET_KEY: testSecretKey,
  DATABASE_URL: String(kassa.db.settings.connectionString),
});

async function follow(reader: Reader, step: Step, next: Step | undefined): Promise<void> {
  if (step.kind === "payment") return payNewest(reader, step.card);
  if (step.kind === "typing") {
    reader.input = reader.psps.credentialsOf(step.psp);
    return;
  }
  if (step.kind !== "block") return setUp(reader, step);
  if (step.excerpt !== undefined) return;
  try {
    if (isShownOutput(step)) await compareOutput(reader, step);
    else if (step.language in runnable || step.file !== undefined) await runBlock(reader, step, next);
  } catch (error) {
    throw new Error(`line ${step.line}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function payNewest(reader: Reader, card: string | undefined): Promise<void> {
  const session = reader.ids.newest("cs_sandbox_");
  await payOnPage(reader.kassa, session, card);
  const { key } = reader;
  const { body } = await reader.kassa.call("GET", `/api/payments?session=${session}`, { key });
  await nameObjects(reader, session, body.data[0].id);
}

async function setUp(reader: Reader, setup: Setup): Promise<void> {
  const { kassa, key, folder, shell } = reader;
  if (setup.kind === "file")
    return copyFileSync(path.join(import.meta.dirname, "files", setup.name), path.join(folder, setup.name));
  if (setup.kind === "dispute") {
    const { id } = await disputed(kassa, "notReceived", { key });
    await shell.run(`export DISPUTE=${id}`);
    return;
  }
  const session = setup.captureLater ? { captureMethod: "manual" } : {};
  for (let made = 0; made < setup.payments; made += 1) {
    const payment = await pay(kassa, { key, session });
    await nameObjects(reader, payment.session, payment.id);
  }
}

async function nameObjects({ shell, ids }: Reader, session: string, payment: string): Promise<void> {
  ids.read(`${session} ${payment}`);
  await shell.run(`export SESSION=${session} PAYMENT=${payment}`);
}

async function runBlock(reader: Reader, block: Block, next: Step | undefined): Promise<void> {
  const { folder, shell, ids, input } = reader;
  const { extension = "", command = "" } = runnable[block.language] ?? {};
  const text = ids.fillIn(asTyped(reader, block.text));
  const isShell = command === "source";
  const file = block.file ?? `block-${block.line}.${extension}`;
  if (!isShell || block.file) writeFileSync(path.join(folder, file), `${text}\n`);
  if (block.file) return;
  const commands = isShell ? text : `${command} ${file}`;
  if (block.background) return startInBackground(reader, commands);
  reader.input = "";
  reader.lastOutput = await shell.run(commands, { mayRefuse: showsRefusal(next), input });
  ids.read(reader.lastOutput);
}

/** Waits until the program says that it has started. */
async function startInBackground({ shell, logs }: Reader, commands: string): Promise<void> {
  const log = shell.start(commands);
  logs.push(log);
  await until(() => readIfThere(log) !== "", `${commands} has started`, 60_000);
}

/** A program in the background may still be about to print it. */
async function compareOutput(reader: Reader, block: Block): Promise<void> {
  const shown = asTyped(reader, block.text);
  const compare = (): void => assertShown(block.language, shown, printedFor(reader, block));
  if (block.language === "json") compare();
  else await until(() => passes(compare), "the output is there", 30_000).catch(compare);
  reader.ids.read(printedFor(reader, block));
}

/** JSON is the response to the last block; lines may also come from a program in the background. */
function printedFor({ lastOutput, logs }: Reader, { language }: Block): string {
  return language === "json" ? lastOutput : [...logs.map(readIfThere), lastOutput].join("\n");
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

/** With the addresses of this run in place of those of the page. */
const asTyped = ({ kassa, port }: Reader, text: string): string =>
  text
    .replaceAll("http://localhost:8080", kassa.url)
    .replace(/(?<=localhost:|localhost", |listen\(|port )3000\b/g, String(port));

/** Whether the page shows a problem, or a status of one. */
const showsRefusal = (next: Step | undefined): boolean =>
  next?.kind === "block" && isShownOutput(next) && /"status": [45]\d\d|^[45]\d\d$/.test(next.text);

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
