import assert from "node:assert/strict";
import { test } from "node:test";
import { unexplained as unexplainedBy } from "./log-lines.ts";

const lossAt = Date.parse("2026-11-23T12:00:00Z");
const unexplained = (text: string, hadFaults = true) =>
  unexplainedBy(text, {
    undone: (atMs) => atMs === lossAt,
    hadFaults,
    refusedReturns: new Set(["re_refused"]),
    lostKeys: new Set(["att_lost"]),
    altered: new Set(["att_less"]),
  });

const line = (level: string, err?: object): string => JSON.stringify({ level, err, msg: "it failed" });

test("an error that no outage explains is told with its line", () => {
  assert.match(unexplained(line("error")) ?? "", /it failed/);
  assert.match(unexplained(line("error", { code: "23505", message: "duplicate key" })) ?? "", /23505/);
  assert.match(unexplained(line("error", { message: "x is not a function" })) ?? "", /not a function/);
});

test("a fatal error is never explained", () => {
  assert.match(unexplained(line("fatal", { code: "57P01" })) ?? "", /it failed/);
});

test("errors of a PostgreSQL that is away are explained", () => {
  for (const code of ["57P01", "57P03", "08006", "ECONNREFUSED", "25P03", "55P03"])
    assert.equal(unexplained(line("error", { code, message: "away" })), undefined);
  assert.equal(unexplained(line("error", { message: "Connection terminated unexpectedly" })), undefined);
});

test("no outage explains an error of a run in which nothing was broken", () => {
  assert.match(unexplained(line("error", { code: "57P01" }), false) ?? "", /it failed/);
});

test("warnings, texts and lines that a kill cut short are no errors", () => {
  assert.equal(unexplained(line("warn")), undefined);
  assert.equal(unexplained("Kassa answers at http://127.0.0.1"), undefined);
  assert.equal(unexplained(line("error").slice(0, 20)), undefined);
});

test("late money that could not be returned is explained by the PSP's refusal, and by nothing else", () => {
  const lineOf = (movement: string): string =>
    JSON.stringify({
      level: "error",
      movement,
      msg: "late money could not be returned; it has to be sent back by hand",
    });
  assert.equal(unexplained(lineOf("re_refused")), undefined);
  assert.match(unexplained(lineOf("re_other")) ?? "", /re_other/);
});

test("a charge of a session that Kassa has lost explains its line in the log", () => {
  const lineOf = (key: string): string =>
    JSON.stringify({
      level: "error",
      key,
      reason: "unknown_session",
      msg: "the PSP lists what fits nothing that is known",
    });
  assert.equal(unexplained(lineOf("att_lost")), undefined);
  assert.match(unexplained(lineOf("att_1")) ?? "", /att_1/);
});

test("a row that was committed and is missing is explained by a loss of commits, and by nothing else", () => {
  const lineAt = (time: string | undefined): string =>
    JSON.stringify({
      level: "error",
      time,
      err: { type: "CommitLost", message: "the attempt was committed and is missing" },
    });
  assert.equal(unexplained(lineAt("2026-11-23T12:00:00.000Z")), undefined);
  for (const time of ["2026-11-23T12:30:00.000Z", undefined])
    assert.match(unexplained(lineAt(time)) ?? "", /CommitLost/);
});

test("another amount approved is explained where the PSP did approve another", () => {
  const lineOf = (attempt: string): string =>
    JSON.stringify({ level: "error", attempt, msg: "the PSP approved another amount than was asked for" });
  assert.equal(unexplained(lineOf("att_less")), undefined);
  assert.match(unexplained(lineOf("att_1")) ?? "", /att_1/);
});
