import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { type CommandEnding, runKassaHere } from "../../test/support/command.ts";
import { testSecretKey } from "../../test/support/keyring.ts";
import { fixture, sampleCamt, sampleEntry } from "../bank-statements/test-support.ts";
import { addAccount, allEntries, sampleIban } from "../statement-imports/test-support.ts";

let kassa: TestApp;
let account: string;
const folder = mkdtempSync(path.join(tmpdir(), "kassa-import-"));
before(async () => {
  kassa = await startTestApp();
  account = await addAccount(kassa);
});
after(async () => {
  await kassa.close();
  rmSync(folder, { recursive: true });
});

/** `kassa statements import` while the server runs. */
const importFile = (...args: string[]): Promise<CommandEnding> =>
  runKassaHere(["statements", "import", ...args], {
    cwd: folder,
    env: { DATABASE_URL: kassa.db.settings.connectionString, KASSA_SECRET_KEY: testSecretKey },
  });

function keep(name: string, content: string | Buffer): string {
  writeFileSync(path.join(folder, name), content);
  return name;
}

test("a file is imported, and imported again without storing anything twice; the exit code is 0", async () => {
  const file = keep("january.xml", fixture("german-camt.053.001.02.xml"));
  const { code, stdout, stderr } = await importFile(file, "--mode", "sandbox");
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(
    stdout,
    /^january\.xml: camt\.053\.001\.02, 4 entries\n {2}new {9}4\n {2}changed {5}0\n {2}known {7}0\n✓ Imported as sti_sandbox_\w+\.\n$/,
  );
  assert.equal((await allEntries(kassa, kassa.tenant.keys.sandbox.secret)).length, 4);
  const again = await importFile(file, "--mode", "sandbox", "--account", account, "--json");
  const { entriesNew, entriesKnown, fileName } = JSON.parse(again.stdout);
  assert.deepEqual([again.code, entriesNew, entriesKnown, fileName], [0, 0, 4, "january.xml"]);
});

test("a refused file ends with 1 and says what is wrong; a missing one ends with 2", async () => {
  const faulty = keep("faulty.xml", sampleCamt(sampleEntry({ amount: "1,00" })));
  const refused = await importFile(faulty, "--mode", "sandbox");
  assert.equal(refused.code, 1);
  assert.match(
    refused.stdout,
    /faulty\.xml is refused. Nothing.*\n✗ Line 4, column.*"1,00".*\nSee .*statements check faulty\.xml\n$/s,
  );
  const live = await importFile(
    keep("live.xml", fixture("german-camt.053.001.02.xml")),
    "--mode",
    "live",
    "--json",
  );
  assert.equal(live.code, 1);
  const { object, code, errors } = JSON.parse(live.stdout);
  assert.deepEqual([object, code, errors.length], ["statement_import.refusal", "bank_account_unknown", 1]);
  assert.match(errors[0].detail, new RegExp(sampleIban));
  const missing = await importFile("missing.xml", "--mode", "sandbox");
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /missing\.xml can't be read: there is no such file/);
});
