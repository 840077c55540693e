import assert from "node:assert/strict";
import { test } from "node:test";
import { archiveFinding } from "./archive-finding.ts";

const facts = {
  folder: "/backup/wal/life",
  startedAt: new Date("2026-11-26T08:00:00Z"),
  lastArchivedAt: new Date("2026-11-26T12:00:00Z"),
  failedAt: null,
  said: undefined,
  waiting: { files: 0, bytes: 0, sinceMs: 0 },
  log: "/data/postgres.log",
};
const backupAt = new Date("2026-11-26T09:00:00Z");
const minuteMs = 60_000;

test("doctor: an archive is behind once several files have waited for more than three minutes", () => {
  const waiting = { files: 5, bytes: 5 * 16 * 1024 ** 2, sinceMs: 5 * minuteMs };
  const behind = archiveFinding({ ...facts, waiting }, backupAt);
  assert.equal(behind.state, "warning");
  assert.match(behind.text, /is 5 minutes behind: PostgreSQL keeps 5 files of its log \(80 MiB\)/);
  const busy = { ...waiting, sinceMs: minuteMs };
  assert.equal(archiveFinding({ ...facts, waiting: busy }, backupAt).state, "ok");
});

test("doctor: a backup from before the archive was begun doesn't count", () => {
  for (const [at, state] of [
    [undefined, "warning"],
    [new Date("2026-11-26T07:59:59Z"), "warning"],
    [backupAt, "ok"],
  ] as const)
    assert.equal(archiveFinding(facts, at).state, state, String(at));
});
