import { Worker } from "node:worker_threads";
import { Turns } from "../../kernel/turns.ts";
import type { Report, ReportedTransaction } from "./report.ts";
import type { XlsxInput } from "./xlsx-worker.ts";

/** So much memory bounds what files of reports take of a process, because only one is made at a time. */
const maximumHeapMb = 512;
const waitAtMostMs = 30_000;

const turns = new Turns(1);

/**
 * A report as an XLSX file. The library makes it in memory and in one go, several seconds for the largest: in a thread of its own, so that
 * requests don't wait, and one file at a time. Undefined if it isn't its turn in time.
 */
export async function toXlsx({ name, pages }: Report): Promise<Uint8Array | undefined> {
  if (!(await turns.take("xlsx", AbortSignal.timeout(waitAtMostMs)))) return undefined;
  try {
    const rows: ReportedTransaction[] = [];
    for await (const page of pages()) rows.push(...page);
    return await inWorker({ name, rows });
  } finally {
    turns.release("xlsx");
  }
}

function inWorker(input: XlsxInput): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./xlsx-worker.ts", import.meta.url), {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: maximumHeapMb },
    });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The worker of an XLSX file exited with ${code}.`)));
  });
}
