import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { seedPayments } from "../../src/exports/test-support.ts";
import type { CrashPoint } from "../../src/kernel/crash-point.ts";
import { makeId } from "../../src/kernel/id.ts";
import { createTenant, type NewTenant } from "../../src/tenants/create-tenant.ts";
import type { JsonBody } from "../support/app.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { openTestKeyring, testSecretKey } from "../support/keyring.ts";
import { type KassaProcess, startServe } from "../support/process.ts";
import { until } from "../support/until.ts";
import { noOpenpyxl, readXlsx } from "../support/xlsx/read-xlsx.ts";

// An export of 30,000 payments is killed at each of its steps, at its beginning, in the middle and at its last page. Whoever continues
// it stores each payment once.

const payments = 30_000;
let db: TestDatabase;
let tenant: NewTenant;
let exportId: string;
before(async () => {
  db = await openTestDatabase();
  tenant = await createTenant(
    { database: db.database, keyring: await openTestKeyring(db.database) },
    "Large",
  );
  exportId = makeId("exp", "live", owner().tenantId, Date.now());
  await seedPayments(db, owner(), 1, payments);
  await db.sql("VACUUM ANALYZE");
});
after(() => db.close());

const owner = () => ({ tenantId: tenant.tenant.tenantId, mode: "live" }) as const;

const start = (crashAt = ""): Promise<KassaProcess> =>
  startServe({
    DATABASE_URL: String(db.settings.connectionString),
    KASSA_SECRET_KEY: testSecretKey,
    KASSA_CRASH_AT: crashAt,
  });

async function ask(kassa: KassaProcess, path: string, body?: object): Promise<JsonBody> {
  const answer = await fetch(`${kassa.url}/api/exports${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${tenant.keys.live.secret}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.equal(answer.status, 200);
  return path.endsWith("/content") ? answer : answer.json();
}

const storedRows = async (): Promise<number> => {
  const [row] = await db.sql<{ rows: number }>(
    "SELECT sum(json_array_length(rows)) AS rows FROM export_chunks",
  );
  return Number(row?.rows ?? 0);
};

test("an export that is killed at each step has each payment once, and none that is created meanwhile", async () => {
  await db.sql(
    `INSERT INTO exports (tenant_id, id, mode, resource, format, filters, columns, created_at)
     SELECT $1, $2, 'live', 'payments', 'csv', '{}', '{id,customerEmail}', now()`,
    [owner().tenantId, exportId],
  );
  const places: readonly (readonly [point: CrashPoint, time: number, stored: number])[] = [
    ["export:leased", 1, 0],
    ["export:page-read", 1, 0],
    ["export:page-stored", 1, 500],
    ["export:released", 1, 10_500],
    ["export:page-stored", 20, 20_500],
    ["export:page-read", 19, 29_500],
    ["export:page-stored", 1, payments],
  ];
  for (const [point, time, stored] of places) {
    const place = `${point}:${time}`;
    await startAndDie(place);
    assert.equal(await storedRows(), stored, place);
    // As if the half minute had passed.
    await db.sql("UPDATE exports SET lease_until = NULL");
    if (stored > 0 && stored < payments) await seedPayments(db, owner(), 200_000 + stored, 200_000 + stored);
  }
  const kassa = await start();
  try {
    const made = await ask(kassa, `/${exportId}`);
    assert.deepEqual([made.status, made.rows], ["completed", payments]);
    const lines = (await (await ask(kassa, `/${exportId}/content`)).text()).split("\r\n");
    const emails = lines.slice(1, -1).map((line: string) => line.split(",")[1]);
    assert.equal(emails.length, payments);
    assert.equal(new Set(emails).size, payments);
    assert.deepEqual(
      [emails[0], emails.at(-1)],
      [`customer${payments}@example.com`, "customer1@example.com"],
    );
  } finally {
    await kassa.end();
  }
});

/** It may die before it has said that it serves. */
async function startAndDie(place: string): Promise<void> {
  try {
    const kassa = await start(place);
    assert.deepEqual(await kassa.ended, { code: null, signal: "SIGKILL" }, place);
  } catch (error) {
    assert.match(String(error), /serve ended at once .*SIGKILL/, place);
  }
}

test("100,000 payments take about as much memory as 20,000", async (t) => {
  await seedPayments(db, owner(), payments + 1, 100_000);
  await db.sql("VACUUM ANALYZE");
  const kassa = await start();
  try {
    // The time in the id of the payment 80000.
    const small = await exportAll(kassa, { createdAfter: new Date(8 * 62 ** 4).toISOString() });
    assert.ok(small.rows > 15_000 && small.rows < 25_000, `${small.rows}`);
    const large = await exportAll(kassa, {});
    for (const { rows, madeMs, bytes, memory } of [small, large])
      t.diagnostic(`${rows} payments: made in ${madeMs} ms, ${bytes.length} bytes, at most ${memory} MB`);
    // Held in memory, the sheet of all would take 130 MB, and its rows as objects more than that again.
    assert.ok(large.memory - small.memory < 150, `${large.memory - small.memory} MB more`);
    const sheets = readXlsx(large.bytes);
    if (!sheets) return t.diagnostic(noOpenpyxl);
    const ids = (sheets[0]?.rows ?? []).slice(1).map(([cell]) => cell?.[1]);
    assert.equal(new Set(ids).size, large.rows);
  } finally {
    await kassa.end();
  }
});

async function exportAll(kassa: KassaProcess, filters: object) {
  const begun = performance.now();
  const { id } = await ask(kassa, "", { resource: "payments", format: "xlsx", filters });
  const made = await until(async () => {
    const now = await ask(kassa, `/${id}`);
    return now.status === "completed" && now;
  }, "the export is completed");
  const madeMs = Math.round(performance.now() - begun);
  const bytes = new Uint8Array(await (await ask(kassa, `/${id}/content`)).arrayBuffer());
  return { rows: made.rows as number, madeMs, bytes, memory: memoryMb(kassa) };
}

/** The most memory that the process has had at once. */
function memoryMb({ child }: KassaProcess): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
