import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { lookEveryMs } from "../../src/jobs/due-work.ts";
import { beatEveryMs } from "../../src/payments/holds/database-watch.ts";
import { defaultPollMs } from "../../src/sandbox-psp/notifier.ts";
import { askEveryMs } from "../../src/tenants/api-key-cache.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { closeProcessApp } from "../support/process-app.ts";
import { countRoundTrips } from "../support/round-trips.ts";

let kassa: TestApp;
before(async () => {
  // What another Kassa in this process asks would count, too.
  await closeProcessApp();
  kassa = await startTestApp();
});
after(() => kassa.close());

const mostPerSecond = 20;

/** What an idle process asks PostgreSQL: how often, and which statements each time. */
const questions = [
  { name: "which work is due", everyMs: lookEveryMs.none, statements: [/^\(SELECT 0 AS number FROM /] },
  {
    name: "what is due at the simulated PSP",
    everyMs: defaultPollMs,
    statements: [/^\(SELECT FROM .*sandbox_psp/],
  },
  { name: "whether keys have changed", everyMs: askEveryMs, statements: [/ FROM key_epoch$/] },
  {
    name: "whether the database is the same",
    everyMs: beatEveryMs,
    statements: [
      /^BEGIN$/,
      / FROM database_watch FOR UPDATE$/,
      /^UPDATE database_watch /,
      /^SELECT count\(\*\) AS held FROM movement_holds$/,
      /^COMMIT$/,
    ],
  },
];

/** What the process asks during four looks; a busy machine only makes it fewer. */
async function listen(): Promise<readonly string[]> {
  const count = countRoundTrips("request", "worker", "control", "sandboxPsp", "eraser", "lane");
  await sleep(4 * lookEveryMs.none);
  return count.stop().statements;
}

const known = questions.flatMap(({ statements }) => statements);
const isKnown = (statement: string): boolean => known.some((pattern) => pattern.test(statement));

test(`an idle process asks at most ${mostPerSecond} statements a second, and nothing for single jobs`, async () => {
  let asked = await listen();
  // The first rounds of all jobs, and a first comparison with the PSP.
  for (let tries = 0; tries < 10 && !asked.every(isKnown); tries += 1) asked = await listen();
  assert.deepEqual(
    asked.filter((statement) => !isKnown(statement)),
    [],
  );
  for (const { name, statements } of questions) {
    const counts = statements.map((pattern) => asked.filter((statement) => pattern.test(statement)).length);
    assert.ok(Math.min(...counts) > 0, `the process asked ${name}`);
    // The first and the last round may be cut off.
    assert.ok(
      Math.max(...counts) - Math.min(...counts) <= 1,
      `${name}: ${counts} of ${statements.join(", ")}`,
    );
  }
  const perSecond = questions.reduce(
    (sum, { everyMs, statements }) => sum + (statements.length * 1_000) / everyMs,
    0,
  );
  assert.ok(perSecond <= mostPerSecond, `${perSecond} statements a second`);
});
