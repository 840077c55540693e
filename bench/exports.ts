import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type BenchContext, createBody, createPath } from "./context.ts";
import { measure } from "./load.ts";
import { type Server, startServer } from "./processes.ts";
import { round } from "./report.ts";
import { seedPayments } from "./seed-payments.ts";

/**
 * Exports of a million payments (BENCH_PAYMENTS changes the number): resident memory over that of a server that has served creates for a
 * while, the longest that its event loop is blocked, and what a request waits meanwhile, while the export is made and while it is
 * downloaded. BENCH_KEEP names a folder that keeps the files.
 */
export async function benchExports({ seconds, say, makeDatabase }: BenchContext): Promise<void> {
  const payments = Number(process.env.BENCH_PAYMENTS ?? 1_000_000);
  const databaseUrl = await makeDatabase("bench_exports");
  const seeding = await startServer("kassa-server.ts", { DATABASE_URL: databaseUrl });
  say(`  seeding ${payments.toLocaleString("en")} payments …`);
  await seedPayments(databaseUrl, payments);
  await seeding.stop();
  for (const format of ["csv", "xlsx"]) await measureExport({ databaseUrl, say, seconds, seeding, format });
}

type Measured = {
  readonly databaseUrl: string;
  readonly say: (line: string) => void;
  readonly seconds: number;
  /** The server that made the tenant: its keys stay good. */
  readonly seeding: Pick<Server, "keys">;
  readonly format: string;
};

/** On a server of its own, because a process keeps the memory that it has had. */
export async function measureExport({ databaseUrl, say, seconds, seeding, format }: Measured): Promise<void> {
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: databaseUrl, BENCH_TENANTS: "0" });
  const ask = askWith(kassa.url, seeding.keys[0] ?? "");
  try {
    await measure({
      ...{ url: kassa.url, path: createPath, method: "POST", body: createBody },
      ...{ connections: 64, seconds, keys: seeding.keys },
    });
    const idle = await watch(kassa, ask, () => pause(5_000));
    say(`  idle: ${inWords(idle, idle.memory)}`);
    const body = JSON.stringify({ resource: "payments", format });
    const { id } = (await (await ask("POST", "/api/exports", body)).json()) as { id: string };
    const making = await watch(kassa, ask, () => untilCompleted(ask, id));
    say(`  ${format} is made: ${inWords(making, idle.memory)}`);
    const file = path.join(process.env.BENCH_KEEP ?? tmpdir(), `kassa-bench.${format}`);
    const downloading = await watch(kassa, ask, async () => {
      const { body: content } = await ask("GET", `/api/exports/${id}/content`);
      if (content) await pipeline(Readable.fromWeb(content), createWriteStream(file));
    });
    say(`  ${format} is downloaded: ${inWords(downloading, idle.memory)}`);
    if (process.env.BENCH_KEEP === undefined) await rm(file);
  } finally {
    await kassa.stop();
  }
}

type Ask = (method: string, path: string, body?: string) => Promise<Response>;

const askWith =
  (url: string, key: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body && { body }),
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${path}: ${await answer.text()}`);
    return answer;
  };

async function untilCompleted(ask: Ask, id: string): Promise<void> {
  for (;;) {
    const { status } = (await (await ask("GET", `/api/exports/${id}`)).json()) as { status: string };
    if (status === "completed") return;
    if (status === "failed") throw new Error("the export failed");
    await pause(1_000);
  }
}

type Seen = {
  readonly seconds: number;
  /** The most that was seen, in bytes. */
  readonly memory: number;
  readonly blockedMs: number;
  readonly answersMs: readonly number[];
};

/** What happens while something is done. A session is created every 50 ms. */
async function watch(kassa: Server, ask: Ask, work: () => Promise<void>): Promise<Seen> {
  await kassa.loopDelay();
  const began = performance.now();
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  let memory = 0;
  const answersMs: number[] = [];
  while (!isDone) {
    const asked = performance.now();
    await (await ask("POST", createPath, createBody)).arrayBuffer();
    answersMs.push(performance.now() - asked);
    memory = Math.max(memory, await kassa.memory());
    await pause(50);
  }
  await working;
  const { maxMs } = await kassa.loopDelay();
  return {
    seconds: (performance.now() - began) / 1_000,
    memory,
    blockedMs: maxMs,
    answersMs: answersMs.toSorted((a, b) => a - b),
  };
}

function inWords({ seconds, memory, blockedMs, answersMs }: Seen, idleMemory: number): string {
  const at = (share: number): string => round(answersMs[Math.floor((answersMs.length - 1) * share)] ?? 0);
  const [total, more] = [memory, memory - idleMemory].map((bytes) => Math.round(bytes / 1024 / 1024));
  return `${round(seconds)} s, ${total} MiB (${more} more), event loop blocked ${round(blockedMs)} ms at most, a create p50 ${at(0.5)} p99 ${at(0.99)} worst ${at(1)} ms`;
}
