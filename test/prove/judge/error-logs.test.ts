import assert from "node:assert/strict";
import { test } from "node:test";
import { unexplainedError as unexplainedBy } from "./error-logs.ts";

const lossAt = Date.parse("2026-11-23T12:00:00Z");
const unexplainedError = (text: string, hadFaults = true) =>
  unexplainedBy(text, {
    undone: (atMs) => atMs === lossAt,
    hadFaults,
    refusedLateRefunds: new Set(["re_refused"]),
    unrecoverableKeys: new Set(["att_lost"]),
    altered: new Set(["att_less"]),
  });

const line = (level: string, err?: object): string => JSON.stringify({ level, err, msg: "it failed" });

test("reports the log line of an error without an outage as its cause", () => {
  assert.match(unexplainedError(line("error")) ?? "", /it failed/);
  assert.match(unexplainedError(line("error", { code: "23505", message: "duplicate key" })) ?? "", /23505/);
  assert.match(unexplainedError(line("error", { message: "x is not a function" })) ?? "", /not a function/);
});

test("reports every fatal error", () => {
  assert.match(unexplainedError(line("fatal", { code: "57P01" })) ?? "", /it failed/);
});

test("accepts errors caused by an unavailable PostgreSQL", () => {
  for (const code of ["57P01", "57P03", "08006", "ECONNREFUSED", "25P03", "55P03"])
    assert.equal(unexplainedError(line("error", { code, message: "unavailable" })), undefined);
  assert.equal(unexplainedError(line("error", { message: "Connection terminated unexpectedly" })), undefined);
});

test("reports an outage error in a run without injected faults", () => {
  assert.match(unexplainedError(line("error", { code: "57P01" }), false) ?? "", /it failed/);
});

test("ignores warnings, plain text and lines truncated by a kill", () => {
  assert.equal(unexplainedError(line("warn")), undefined);
  assert.equal(unexplainedError("Kassa answers at http://127.0.0.1"), undefined);
  assert.equal(unexplainedError(line("error").slice(0, 20)), undefined);
});

test("accepts unreturned late funds only if the PSP refused the refund", () => {
  const lineOf = (movement: string): string =>
    JSON.stringify({
      level: "error",
      movement,
      msg: "late funds could not be returned; they have to be sent back by hand",
    });
  assert.equal(unexplainedError(lineOf("re_refused")), undefined);
  assert.match(unexplainedError(lineOf("re_other")) ?? "", /re_other/);
});

test("accepts an unknown charge only if its session was lost", () => {
  const lineOf = (key: string): string =>
    JSON.stringify({
      level: "error",
      key,
      reason: "unknown_session",
      msg: "the PSP lists something that matches nothing in the database",
    });
  assert.equal(unexplainedError(lineOf("att_lost")), undefined);
  assert.match(unexplainedError(lineOf("att_1")) ?? "", /att_1/);
});

test("accepts a missing committed row only during a data loss", () => {
  const lineAt = (time: string | undefined): string =>
    JSON.stringify({
      level: "error",
      time,
      err: { type: "CommitLost", message: "the attempt was committed and is missing" },
    });
  assert.equal(unexplainedError(lineAt("2026-11-23T12:00:00.000Z")), undefined);
  for (const time of ["2026-11-23T12:30:00.000Z", undefined])
    assert.match(unexplainedError(lineAt(time)) ?? "", /CommitLost/);
});

test("accepts an approval of another amount only if the PSP approved one", () => {
  const lineOf = (attempt: string): string =>
    JSON.stringify({ level: "error", attempt, msg: "the PSP approved another amount than was asked for" });
  assert.equal(unexplainedError(lineOf("att_less")), undefined);
  assert.match(unexplainedError(lineOf("att_1")) ?? "", /att_1/);
});
