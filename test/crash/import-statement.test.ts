import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import type { CrashPoint } from "../../src/kernel/crash-point.ts";
import { completeInterruptedImports } from "../../src/statement-imports/complete-interrupted.ts";
import { addAccount, countsOf } from "../../src/statement-imports/test-support.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { runKassa, runKassaHere } from "../support/command.ts";
import { testSecretKey } from "../support/keyring.ts";

// A process that dies in the middle of an import leaves nothing of the file, or all that it had stored. Importing the same file again
// completes it, and each entry is there once.

const entries = 1_700;

let kassa: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), "kassa-import-"));
before(async () => {
  kassa = await startTestApp();
});
after(async () => {
  await kassa.close();
  rmSync(folder, { recursive: true });
});

/** In a process of its own if it is to die. */
function importFile(tenant: string, file: string, crashAt?: string, { db } = kassa) {
  return (crashAt === undefined ? runKassaHere : runKassa)(
    ["statements", "import", file, "--mode", "sandbox", "--tenant", tenant, "--json"],
    {
      cwd: folder,
      env: {
        DATABASE_URL: db.settings.connectionString,
        KASSA_SECRET_KEY: testSecretKey,
        KASSA_CRASH_AT: crashAt,
      },
    },
  );
}

const points: readonly (readonly [point: CrashPoint, time: number, stored: number])[] = [
  ["import-statement:chunk-received", 2, 0],
  ["import-statement:received", 1, 0],
  ["import-statement:chunk-stored", 1, 500],
  ["import-statement:chunk-stored", 3, 1_500],
];

for (const [point, time, stored] of points) {
  test(`a file whose import died at ${point}, for the ${time}. time, is completed by importing it again`, async () => {
    const { tenant, keys } = await kassa.makeTenant(`${point} ${time}`);
    await addAccount(kassa, { key: keys.sandbox.secret });
    const file = `${tenant.tenantId}.xml`;
    const content = Array.from({ length: entries }, (_, at) => sampleEntry({ reference: `REF-${at}` }));
    writeFileSync(path.join(folder, file), sampleCamt(content.join("")));
    const died = await importFile(tenant.id, file, `${point}:${time}`);
    assert.equal(died.stdout, "", died.output);
    assert.equal(await countEntries(tenant.tenantId), stored);
    const again = await importFile(tenant.id, file);
    assert.equal(again.code, 0, again.output);
    assert.equal(await countEntries(tenant.tenantId), entries);
    const imports = await kassa.call("GET", "/api/bank-statements", { key: keys.sandbox.secret });
    const completed = imports.body.data.filter(({ status }: { status: string }) => status === "completed");
    const isResumed = point !== "import-statement:chunk-received";
    // The import that died is completed first, so the second one finds all its entries known.
    assert.deepEqual(
      completed.map(countsOf),
      isResumed
        ? [
            [entries, 0, 0, entries],
            [entries, entries, 0, 0],
          ]
        : [[entries, entries, 0, 0]],
    );
  });
}

test("an import whose process died is completed without another import", async () => {
  const { tenant, keys } = await kassa.makeTenant("Interrupted");
  await addAccount(kassa, { key: keys.sandbox.secret });
  const content = Array.from({ length: entries }, (_, at) => sampleEntry({ reference: `REF-${at}` }));
  writeFileSync(path.join(folder, "interrupted.xml"), sampleCamt(content.join("")));
  await importFile(tenant.id, "interrupted.xml", "import-statement:chunk-stored:1");
  assert.equal(await countEntries(tenant.tenantId), 500);
  const { database } = kassa.db;
  const job = completeInterruptedImports({ database, nowMs: Date.now, entriesBooked: async () => {} });
  await job.run();
  assert.equal(await countEntries(tenant.tenantId), 500, "somebody may be storing it still");
  await kassa.db.sql(
    "UPDATE statement_imports SET touched_at = touched_at - interval '61 seconds' WHERE tenant_id = $1",
    [tenant.tenantId],
  );
  await job.run();
  assert.equal(await countEntries(tenant.tenantId), entries);
  const imports = await kassa.call("GET", "/api/bank-statements", { key: keys.sandbox.secret });
  assert.deepEqual(
    imports.body.data.map((each: JsonBody) => [each.status, ...countsOf(each)]),
    [["completed", entries, entries, 0, 0]],
  );
});

test("an interrupted import that can't be completed keeps no other waiting", async (t) => {
  const own = await startTestApp();
  t.after(() => own.db.close());
  const content = Array.from({ length: 600 }, (_, at) => sampleEntry({ reference: `REF-${at}` }));
  writeFileSync(path.join(folder, "waiting.xml"), sampleCamt(content.join("")));
  const ids: number[] = [];
  for (const name of ["Faulty import", "Waiting import"]) {
    const { tenant, keys } = await own.makeTenant(name);
    await addAccount(own, { key: keys.sandbox.secret });
    await importFile(tenant.id, "waiting.xml", "import-statement:received", own);
    ids.push(tenant.tenantId);
  }
  await own.app.stop(); // its own job would complete both
  const [faulty = 0, waiting = 0] = ids;
  await own.db.sql(
    "UPDATE statement_imports SET touched_at = created_at - interval '2 minutes' WHERE tenant_id = ANY ($1)",
    [ids],
  );
  const job = completeInterruptedImports({
    database: own.db.database,
    nowMs: Date.now,
    entriesBooked: async ({ tenantId }) => {
      if (tenantId === faulty) throw new TypeError("a bug in the matching");
    },
  });
  await assert.rejects(job.run(), /a bug in the matching/);
  assert.deepEqual([await countEntries(faulty, own), await countEntries(waiting, own)], [0, 600]);
});

test("what a sender that died has sent is deleted by an import 15 minutes later", async () => {
  const { tenant, keys } = await kassa.makeTenant("Abandoned");
  await addAccount(kassa, { key: keys.sandbox.secret });
  const large = Array.from({ length: 600 }, (_, at) => sampleEntry({ reference: `REF-${at}` }));
  writeFileSync(path.join(folder, "large.xml"), sampleCamt(large.join("")));
  writeFileSync(path.join(folder, "small.xml"), sampleCamt(sampleEntry()));
  await importFile(tenant.id, "large.xml", "import-statement:chunk-received");
  const left = () => kassa.db.sql("SELECT FROM statement_chunks WHERE tenant_id = $1", [tenant.tenantId]);
  await importFile(tenant.id, "small.xml");
  assert.equal((await left()).length, 1);
  await kassa.db.sql(
    "UPDATE statement_imports SET touched_at = touched_at - interval '16 minutes' WHERE tenant_id = $1",
    [tenant.tenantId],
  );
  await importFile(tenant.id, "small.xml");
  assert.equal((await left()).length, 0);
});

async function countEntries(tenantId: number, { db } = kassa): Promise<number> {
  const rows = await db.sql("SELECT FROM bank_entries WHERE tenant_id = $1", [tenantId]);
  return rows.length;
}
