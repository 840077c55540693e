import assert from "node:assert/strict";
import { test } from "node:test";
import { PatientStart } from "./wait-for-database.ts";

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });
const recovering = failure("57P03", "the database system is in recovery mode");
const refused = failure("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432");
const wrongPassword = Object.assign(failure("28P01", "password authentication failed"), {
  severity: "FATAL",
});

/** A start whose step fails with these errors before it succeeds; records its messages and waits. */
function startAmong(errors: readonly Error[]) {
  const left = [...errors];
  const said: string[] = [];
  const waits: number[] = [];
  const start = new PatientStart(
    (line) => said.push(line),
    async (ms) => waits.push(ms),
  );
  const work = async (): Promise<string> => {
    const error = left.shift();
    if (error) throw error;
    return "done";
  };
  return { start, work, said, waits };
}

test("a start waits for a recovering database, even if it becomes unreachable meanwhile, and says so once", async () => {
  const { start, work, said, waits } = startAmong([recovering, refused, refused, recovering]);
  assert.equal(await start.step(work), "done");
  assert.deepEqual(said, [
    "The database isn't ready yet; waiting for it … (the database system is in recovery mode)",
  ]);
  assert.deepEqual(waits, [100, 200, 400, 800]);
});

test("a long recovery is reported every minute", async () => {
  const { start, work, said } = startAmong(Array.from({ length: 65 }, () => recovering));
  await start.step(work);
  assert.equal(said.length, 3);
});

test("a start waits for an unreachable database only if it has answered before", async () => {
  const never = startAmong([refused]);
  await assert.rejects(never.start.step(never.work), refused);
  assert.deepEqual(never.said, []);
  const before = startAmong([]);
  await before.start.step(before.work);
  const after = startAmong([refused]);
  assert.equal(await before.start.step(after.work), "done");
});

for (const [name, error] of [
  ["a wrong password of a role", wrongPassword],
  ["a pooler that drops options", failure("08P01", "unsupported startup parameter: options")],
  [
    "a file of Kassa's own that is missing",
    failure("ENOENT", "no such file or directory, scandir 'migrations'"),
  ],
] as const)
  test(`${name} ends the start, even if the database has answered before`, async () => {
    const { start, work, said } = startAmong([recovering, error]);
    await assert.rejects(start.step(work), error);
    assert.equal(said.length, 1);
  });

test("a start waits for a database whose socket is missing for a moment", async () => {
  const noSocket = Object.assign(failure("ENOENT", "connect ENOENT /run/.s.PGSQL.5432"), {
    syscall: "connect",
  });
  const { start, work } = startAmong([recovering, noSocket, new Error("Connection terminated unexpectedly")]);
  assert.equal(await start.step(work), "done");
});
