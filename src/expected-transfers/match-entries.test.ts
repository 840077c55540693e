import assert from "node:assert/strict";
import { test } from "node:test";
import { makeSession } from "../../test/api/support.ts";
import type { JsonBody } from "../../test/support/app.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import { sampleCamt } from "../bank-statements/test-support.ts";
import { addAccount, allEntries, imported, upload } from "../statement-imports/test-support.ts";
import { endTransfer } from "./end-transfer.ts";
import { expectTransfer } from "./expect-transfer.ts";
import { matchEntries } from "./match-entries.ts";
import { expectFor, ownerOf, paidEntry, requestFor, shown } from "./test-support.ts";

const kassa = useTestApp();

type Shop = { readonly key: string; readonly account: string; readonly session: string };

async function shop(name: string): Promise<Shop> {
  const key = (await kassa.makeTenant(name)).keys.sandbox.secret;
  const { id: session } = await makeSession(kassa, {}, { key });
  return { key, account: await addAccount(kassa, { key }), session };
}

const take = (key: string, entries: string, format?: "camt.052" | "camt.054") =>
  imported(kassa, sampleCamt(entries, format === undefined ? {} : { format }), { key });

/** Status and received amount of a transfer. */
async function stateOf({ key }: Shop, id: string): Promise<[string, number]> {
  const { status, amountReceived } = await shown(kassa, key, id);
  return [status, amountReceived];
}

async function matchStatuses({ key }: Shop): Promise<string[]> {
  return (await allEntries(kassa, key)).map(({ matchStatus }) => matchStatus).sort();
}

test("money is matched by a structured reference, by one in the text, and by amount and payer", async () => {
  const owner = await shop("Rules");
  const structured = await expectFor(kassa, owner.session);
  const inText = await expectFor(kassa, owner.session);
  const byName = await expectFor(kassa, owner.session, { payerName: "Ada Lovelace", amountMinor: 1_111 });
  const byAccount = await expectFor(kassa, owner.session, {
    payerAccount: "DE75512108001245126199",
    amountMinor: 2_222,
  });
  await take(
    owner.key,
    paidEntry({ amount: "25.99", creditorReference: structured.reference }) +
      paidEntry({ amount: "25.99", text: `Thanks ${inText.reference.replace(/.{4}/g, "$& ")} !` }) +
      paidEntry({ amount: "11.11", text: "My order", name: "Lovelace, Ada" }) +
      paidEntry({ amount: "22.22", text: "Order", name: "A.", iban: "DE75512108001245126199" }) +
      paidEntry({ amount: "25.99", text: "Something else", name: "Grace Hopper" }),
  );
  for (const { id, amountMinor } of [structured, inText, byName, byAccount])
    assert.deepEqual(await stateOf(owner, id), ["paid", amountMinor]);
  assert.deepEqual(await matchStatuses(owner), [...Array(4).fill("matched"), "unmatched"]);
});

test("several payments with one reference are added up, also after it is paid; importing again changes nothing", async () => {
  const owner = await shop("Several");
  const { id, reference } = await expectFor(kassa, owner.session);
  const first = paidEntry({ amount: "10.00", text: reference, bankReference: "1" });
  await take(owner.key, first);
  assert.deepEqual(await stateOf(owner, id), ["open", 1_000]);
  const both = first + paidEntry({ amount: "15.99", text: reference, bankReference: "2" });
  await take(owner.key, both);
  assert.deepEqual(await stateOf(owner, id), ["paid", 2_599]);
  await take(owner.key, both + paidEntry({ amount: "3.00", text: reference, bankReference: "3" }));
  await take(owner.key, both);
  assert.deepEqual(await stateOf(owner, id), ["paid", 2_599]);
  const { body } = await kassa.call("GET", `/api/expected-transfers?session=${owner.session}`, owner);
  assert.deepEqual(
    body.data.map(({ status, amountReceived, follows }: JsonBody) => [status, amountReceived, follows]),
    [
      ["paid", 300, id],
      ["paid", 2_599, null],
    ],
    "money after that is a transfer of its own",
  );
});

test("only booked credits are money: a pending one counts once it is booked, a debit never", async () => {
  const owner = await shop("Pending");
  const { id, reference } = await expectFor(kassa, owner.session);
  const entry = { amount: "25.99", text: reference, bankReference: "P" };
  await take(owner.key, paidEntry({ ...entry, status: "PDNG" }), "camt.052");
  await take(owner.key, paidEntry({ ...entry, bankReference: "D", direction: "DBIT" }));
  assert.deepEqual(await stateOf(owner, id), ["open", 0]);
  assert.deepEqual(await matchStatuses(owner), ["not_applicable", "not_applicable"]);
  await take(owner.key, paidEntry(entry));
  await take(owner.key, paidEntry(entry));
  assert.deepEqual(await stateOf(owner, id), ["paid", 2_599]);
  assert.deepEqual(await matchStatuses(owner), ["matched", "not_applicable"]);
});

test("an entry that books several transactions is matched once a file lists them", async () => {
  const owner = await shop("Batch");
  const [one, two] = [await expectFor(kassa, owner.session), await expectFor(kassa, owner.session)];
  await take(owner.key, paidEntry({ amount: "60.00", bankReference: "B" }));
  assert.deepEqual(await matchStatuses(owner), ["unmatched"]);
  const transactions = [
    { amount: "25.99", text: one.reference },
    { amount: "25.99", text: two.reference },
    { amount: "8.02", text: "Something else" },
  ];
  const listed = paidEntry({ amount: "60.00", bankReference: "B", transactions });
  await take(owner.key, listed, "camt.054");
  await take(owner.key, listed, "camt.054");
  for (const { id } of [one, two]) assert.deepEqual(await stateOf(owner, id), ["paid", 2_599]);
  // The third transaction waits for a decision.
  assert.deepEqual(await matchStatuses(owner), ["unmatched"]);
});

test("transactions that don't add up to their entry aren't assigned", async () => {
  const owner = await shop("Doesn't add up");
  const { id, reference } = await expectFor(kassa, owner.session);
  const transactions = [
    { amount: "25.99", text: reference },
    { amount: "1.00", text: "x" },
  ];
  await take(owner.key, paidEntry({ amount: "26.98", bankReference: "B", transactions }));
  assert.deepEqual(await stateOf(owner, id), ["open", 0]);
});

test("a full disk while an entry and its reversal are matched is an outage: the import is unanswered, and the process goes on", async () => {
  const owner = await shop("Full disk");
  const { reference } = await expectFor(kassa, owner.session);
  await kassa.db.sql(`
    CREATE FUNCTION fail_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER fail_full BEFORE INSERT ON entry_matches FOR EACH ROW EXECUTE FUNCTION fail_full()`);
  const bankReference = "BANK-FULL";
  const file = sampleCamt(
    paidEntry({ amount: "25.99", text: reference, bankReference }) +
      paidEntry({ amount: "25.99", text: reference, bankReference, direction: "DBIT", reversal: true }),
  );
  const { status, body } = await upload(kassa, file, { key: owner.key });
  await kassa.db.sql("DROP FUNCTION fail_full CASCADE");
  assert.deepEqual([status, body.code], [503, "service_unavailable"]);
  await imported(kassa, file, { key: owner.key });
  assert.deepEqual(await matchStatuses(owner), ["matched", "matched"]);
});

test("a reversal takes back what was counted, once, whichever stands first", async () => {
  const owner = await shop("Reversal");
  const { id, reference } = await expectFor(kassa, owner.session, { amountMinor: 5_000 });
  const paid = paidEntry({ amount: "25.99", text: reference, bankReference: "P" });
  const reversed = (bankReference: string) =>
    paidEntry({ amount: "25.99", text: reference, bankReference, direction: "DBIT", reversal: true });
  await take(owner.key, reversed("R1") + paid);
  assert.deepEqual(await stateOf(owner, id), ["open", 0]);
  // Nothing is left to reverse: a person decides.
  await take(owner.key, reversed("R2"));
  assert.deepEqual(await stateOf(owner, id), ["open", 0]);
  assert.deepEqual(await matchStatuses(owner), ["matched", "matched", "unmatched"]);
});

test("money for a transfer that is over, or in another currency, waits for a person", async () => {
  const owner = await shop("Flagged");
  const expired = await expectFor(kassa, owner.session, { expiresAt: new Date(Date.now() - 1_000) });
  const ended = await expectFor(kassa, owner.session);
  await kassa.app.database.inTenant(ownerOf(owner.session), (trx) =>
    endTransfer(async () => {}, trx, ended.attemptId),
  );
  const open = await expectFor(kassa, owner.session);
  await take(
    owner.key,
    paidEntry({ amount: "25.99", text: expired.reference }) +
      paidEntry({ amount: "25.99", text: ended.reference }) +
      paidEntry({ amount: "25.99", text: open.reference, currency: "USD" }),
  );
  for (const { id } of [expired, ended, open]) assert.equal((await stateOf(owner, id))[1], 0);
  assert.deepEqual(await matchStatuses(owner), Array(3).fill("unmatched"));
});

test("what isn't certain waits: two references, or two open transfers of one payer", async () => {
  const owner = await shop("Ambiguous");
  const payer = { payerName: "Ada Lovelace", amountMinor: 777 };
  const [one, two] = [
    await expectFor(kassa, owner.session, payer),
    await expectFor(kassa, owner.session, payer),
  ];
  await take(
    owner.key,
    paidEntry({ amount: "15.54", text: `${one.reference} and ${two.reference}` }) +
      paidEntry({ amount: "7.77", text: "hello", name: "Ada Lovelace" }),
  );
  assert.deepEqual(await matchStatuses(owner), ["unmatched", "unmatched"]);
});

test("a payer's only open transfer is paid once by two equal payments; the second waits", async () => {
  const owner = await shop("Twice");
  const { id } = await expectFor(kassa, owner.session, { payerName: "Ada Lovelace", amountMinor: 777 });
  const entry = (bankReference: string) =>
    paidEntry({ amount: "7.77", text: "hello", name: "Ada Lovelace", bankReference });
  await take(owner.key, entry("1") + entry("2"));
  assert.deepEqual(await stateOf(owner, id), ["paid", 777]);
  assert.deepEqual(await matchStatuses(owner), ["matched", "unmatched"]);
});

test("money that came before its transfer was expected is found by amount and payer", async () => {
  const owner = await shop("Early");
  await take(owner.key, paidEntry({ amount: "7.77", text: "my order", name: "Ada Lovelace" }));
  assert.deepEqual(await matchStatuses(owner), ["unmatched"]);
  const other = await expectFor(kassa, owner.session, { payerName: "Grace Hopper", amountMinor: 777 });
  assert.equal(other.status, "open");
  const made = await expectFor(kassa, owner.session, { payerName: "Lovelace Ada", amountMinor: 777 });
  assert.deepEqual([made.status, made.receivedMinor], ["paid", 777]);
  assert.deepEqual(await matchStatuses(owner), ["matched"]);
});

test("whoever waits for a transfer is told of its attempt, in the same transaction", async () => {
  const owner = await shop("Told");
  const request = requestFor(owner.session, { payerName: "Ada Lovelace", amountMinor: 777 });
  await take(owner.key, paidEntry({ amount: "7.77", text: "my order", name: "Ada Lovelace" }));
  const told: string[] = [];
  const received = async (_trx: unknown, attemptId: string): Promise<void> => void told.push(attemptId);
  const nothing = async (): Promise<void> => {};
  const events = { received, followed: nothing, takenBack: nothing, refundOwed: nothing };
  const deps = { nowMs: Date.now, events };
  const { database } = kassa.app;
  await database.inTenant(ownerOf(owner.session), (trx) => expectTransfer(deps, trx, request));
  assert.deepEqual(told, [request.attemptId]);
  await database.inTenant(ownerOf(owner.session), (trx) => matchEntries(deps, trx, []));
  assert.equal(told.length, 1);
});

test("concurrent imports of payments with one reference count each once", async () => {
  const owner = await shop("Concurrent");
  const { id, reference } = await expectFor(kassa, owner.session, { amountMinor: 100_000 });
  const entries = Array.from({ length: 40 }, (_, number) =>
    paidEntry({ amount: "1.00", text: reference, bankReference: `C-${number}` }),
  );
  await Promise.all([take(owner.key, entries.join("")), take(owner.key, entries.toReversed().join(""))]);
  assert.deepEqual(await stateOf(owner, id), ["open", 4_000]);
});

test("money of another tenant or mode never pays a transfer", async () => {
  const owner = await shop("Mine");
  const stranger = await shop("Stranger");
  const { id, reference } = await expectFor(kassa, owner.session);
  await take(stranger.key, paidEntry({ amount: "25.99", text: reference }));
  assert.deepEqual(await stateOf(owner, id), ["open", 0]);
  assert.deepEqual(await matchStatuses(stranger), ["unmatched"]);
});
