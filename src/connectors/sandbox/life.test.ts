import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../../sandbox-psp/test-support.ts";
import { groupRfReference, isRfReference } from "../../transfer-codes/rf-reference.ts";
import type { ListedCharge, NotificationSubject } from "../contract.ts";
import {
  account,
  approve,
  type ConnectorRig,
  call,
  chargeWithKey,
  chargeWithReference,
  request,
  startConnectorRig,
} from "./test-support.ts";

// Conformance: a charge's life as the connector reports it, compared with the PSP's charge log.
let rig: ConnectorRig;
before(async () => {
  rig = await startConnectorRig();
});
after(() => rig.close());

const chargeOf = async (idempotencyKey: string) => {
  const found = await rig.connector.findCharge(chargeWithKey(idempotencyKey), call);
  assert.ok(found.kind === "found", idempotencyKey);
  return found;
};
const outcomeOf = async (idempotencyKey: string) => {
  const found = await rig.connector.findMovement(
    { charge: chargeWithKey("any"), idempotencyKey, kind: "refund", amount: null },
    call,
  );
  assert.ok(found.kind === "found", idempotencyKey);
  return found.outcome;
};
const told = (about: NotificationSubject) =>
  eventually(async () =>
    rig.notifications.some(
      (one) => one.kind === "accepted" && JSON.stringify(one.about) === JSON.stringify([about]),
    ),
  );

function movesOf(pspReference: string, options = call) {
  const charge = chargeWithReference(pspReference);
  const moved = { charge, currency: "EUR" };
  return {
    capture: (idempotencyKey: string, amount: number, final = false) =>
      rig.connector.capture({ ...moved, idempotencyKey, amount, final }, options),
    void: (idempotencyKey: string) => rig.connector.void({ charge, idempotencyKey }, options),
    refund: (idempotencyKey: string, amount: number) =>
      rig.connector.refund({ ...moved, idempotencyKey, amount }, options),
  };
}

test("captures an authorization in parts; the final capture releases the rest", async () => {
  const key = "parts";
  const { capture, void: release } = movesOf(
    await approve(rig.connector, key, undefined, { capture: "manual" }),
  );
  const first = await capture("parts-1", 1000);
  assert.equal(first.kind, "succeeded");
  assert.deepEqual(await capture("parts-1", 1000), first);
  assert.deepEqual(await capture("parts-2", 1600), { kind: "refused", reason: "amount_too_large" });
  assert.equal((await capture("parts-3", 599, true)).kind, "succeeded");
  assert.deepEqual(await capture("parts-4", 1), { kind: "refused", reason: "already_captured" });
  assert.deepEqual(await release("parts-void"), { kind: "refused", reason: "already_captured" });
  const { charge } = await chargeOf(key);
  assert.deepEqual(charge, { amountCaptured: 1599, amountRefunded: 0, released: true, disputes: [] });
  assert.deepEqual(await rig.logOf(key), ["authorize 2599", "capture 1000", "capture 599", "release 1000"]);
});

test("a void releases the uncaptured amount", async () => {
  const key = "void-rest";
  const {
    capture,
    void: release,
    refund,
  } = movesOf(await approve(rig.connector, key, undefined, { capture: "manual" }));
  await capture("void-rest-1", 1000);
  assert.equal((await release("void-rest-2")).kind, "succeeded");
  assert.deepEqual(await capture("void-rest-3", 1), { kind: "refused", reason: "already_voided" });
  assert.equal((await refund("void-rest-4", 1000)).kind, "succeeded");
  assert.deepEqual(await refund("void-rest-5", 1), { kind: "refused", reason: "amount_too_large" });
  assert.deepEqual(await rig.logOf(key), ["authorize 2599", "capture 1000", "void 1599", "refund 1000"]);
});

test("an authorization lapses after seven days, and the PSP sends a notification", async () => {
  const key = "lapses";
  const outcome = await rig.connector.direct.authorize(request(key, undefined, { capture: "manual" }), call);
  assert.ok(outcome.kind === "approved" && outcome.captureBefore !== null);
  const days = (Date.parse(outcome.captureBefore) - Date.now()) / 86_400_000;
  assert.ok(days > 6.99 && days <= 7, String(days));
  const { capture } = movesOf(outcome.pspReference);
  await capture("lapses-1", 599);
  await rig.psp.db.sql(
    "UPDATE sandbox_psp.charges SET capture_before = now() - interval '1 s' WHERE idempotency_key = $1",
    [key],
  );
  assert.deepEqual(await capture("lapses-2", 1), { kind: "refused", reason: "authorization_lapsed" });
  await told({ kind: "charge", charge: { idempotencyKey: key } });
  assert.deepEqual(await capture("lapses-3", 1), { kind: "refused", reason: "authorization_lapsed" });
  const { outcome: after, charge } = await chargeOf(key);
  assert.deepEqual([after.kind, charge.amountCaptured, charge.released], ["approved", 599, true]);
  assert.deepEqual(await rig.logOf(key), ["authorize 2599", "capture 599", "release 2000"]);
});

test("refunds succeed later, fail later, come back or are refused, depending on the card", async () => {
  for (const [number, first, last, log] of [
    ["4000000000007726", "pending", "succeeded", ["refund 500"]],
    ["4200000000000604", "pending", "lost_or_stolen_card", []],
    ["4000000000005126", "succeeded", "expired_card", ["refund 500", "refund_returned 500"]],
  ] as const) {
    const key = `refund-${number.slice(-4)}`;
    const approved = await approve(rig.connector, key, number);
    const { refund } = movesOf(approved);
    assert.equal((await refund(`${key}-r`, 500)).kind, first);
    await told({ kind: "movement", idempotencyKey: `${key}-r`, charge: { pspReference: approved } });
    const outcome = await outcomeOf(`${key}-r`);
    assert.equal(outcome.kind === "refused" ? outcome.reason : outcome.kind, last);
    const { charge } = await chargeOf(key);
    assert.equal(charge.amountRefunded, last === "succeeded" ? 500 : 0);
    assert.deepEqual(await rig.logOf(key), ["authorize 2599 captured", ...log]);
  }
  const { refund } = movesOf(await approve(rig.connector, "refund-0612", "4200000000000612"));
  assert.deepEqual(await refund("refund-0612-r", 1), { kind: "refused", reason: "insufficient_balance" });
});

test("of 100 concurrent refunds of 60 %, only one is accepted: pending refunds count", async () => {
  const key = "race";
  const approved = await approve(rig.connector, key, "4000000000007726", { amount: 100 });
  // The last one waits for 99 others at the PSP; on a busy machine that exceeds the usual timeout.
  const { refund } = movesOf(approved, { timeoutMs: 60_000 });
  const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => refund(`race-${n}`, 60)));
  assert.equal(outcomes.filter(({ kind }) => kind === "pending").length, 1);
  assert.equal(outcomes.filter(({ kind }) => kind === "refused").length, 99);
  await eventually(async () => (await rig.logOf(key)).length === 2);
  assert.deepEqual(await rig.logOf(key), ["authorize 100 captured", "refund 60"]);
});

test("a wallet payment is approved or cancelled on the wallet's page", async () => {
  for (const [choice, last] of [
    ["complete", "approved"],
    ["fail", "abandoned"],
  ] as const) {
    const key = `wallet-${choice}`;
    const outcome = await rig.connector.direct.authorize(
      request(key, "", { method: { type: "wallet" }, locale: "de" }),
      call,
    );
    assert.ok(outcome.kind === "action_required");
    const page = await (await fetch(outcome.redirectUrl)).text();
    assert.ok(page.includes("Mit Ihrer Wallet bezahlen?") && page.includes("25,99"));
    const body = new URLSearchParams({ choice });
    const answer = await fetch(outcome.redirectUrl, { method: "POST", body, redirect: "manual" });
    assert.equal(answer.headers.get("location"), "http://127.0.0.1:8080/return");
    const { outcome: end } = await chargeOf(key);
    assert.equal(end.kind === "declined" ? end.reason : end.kind, last);
  }
});

test("a bank debit is decided later; unknown accounts, manual capture and currencies other than EUR are refused", async () => {
  const debit = (key: string, iban: string, capture: "automatic" | "manual" = "automatic") =>
    rig.connector.direct.authorize(
      request(key, "", { method: { type: "bank_debit", iban, accountHolder: "Ada Lovelace" }, capture }),
      call,
    );
  for (const [iban, last] of [
    ["DE89370400440532013000", "approved"],
    ["DE62370400440532013001", "debit_not_authorized"],
    ["DE78000000000000000117", "account_closed"],
    ["DE65370400440002222227", "insufficient_funds"],
  ] as const) {
    const key = `debit-${last}`;
    const outcome = await debit(key, iban);
    assert.ok(outcome.kind === "pending" && outcome.instructions === null);
    await told({ kind: "charge", charge: { idempotencyKey: key } });
    const { outcome: end } = await chargeOf(key);
    assert.equal(end.kind === "declined" ? end.reason : end.kind, last);
  }
  const refused = { kind: "declined", pspReference: null, reason: "processing_error" };
  const account3000 = "DE89370400440532013000";
  const method = { type: "bank_debit", iban: account3000, accountHolder: "Ada Lovelace" } as const;
  const inDollars = request("debit-dollars", "", { method, currency: "USD" });
  assert.deepEqual(await rig.connector.direct.authorize(inDollars, call), refused);
  assert.deepEqual(await debit("debit-other", "DE02120300000000202051"), refused);
  assert.deepEqual(await debit("debit-manual", "DE89370400440532013000", "manual"), refused);
  const rows = await rig.psp.db.sql<{ row: string }>("SELECT c::text AS row FROM sandbox_psp.charges c");
  assert.ok(!rows.some(({ row }) => row.includes("370400440532013000") || row.includes("Lovelace")));
});

const transfer = (key: string) =>
  rig.connector.direct.authorize(request(key, "", { method: { type: "bank_transfer" }, locale: "en" }), call);
const choose = async (url: string, choice: "send" | "withhold") =>
  (await fetch(url, { method: "POST", body: new URLSearchParams({ choice }) })).text();

test("a bank transfer has instructions, and arrives automatically", async () => {
  const outcome = await transfer("transfer");
  assert.ok(outcome.kind === "pending" && outcome.instructions?.simulatorUrl);
  assert.match(outcome.instructions.reference, /^RF\d{10}$/);
  assert.ok(isRfReference(outcome.instructions.reference));
  const page = await (await fetch(outcome.instructions.simulatorUrl)).text();
  assert.ok(page.includes(groupRfReference(outcome.instructions.reference)) && page.includes("€25.99"));
  await told({ kind: "charge", charge: { idempotencyKey: "transfer" } });
  assert.equal((await chargeOf("transfer")).outcome.kind, "approved");
  assert.deepEqual(await rig.logOf("transfer"), ["authorize 2599 captured"]);
});

test("a transfer can be withheld, and sent once even after a void", async (t) => {
  const quick = rig;
  // Leaves enough time to withhold it.
  rig = await startConnectorRig({ pendingMs: 3_000 });
  t.after(async () => {
    await rig.close();
    rig = quick;
  });
  const outcome = await transfer("held");
  assert.ok(outcome.kind === "pending" && outcome.instructions?.simulatorUrl);
  const url = outcome.instructions.simulatorUrl;
  assert.ok((await choose(url, "withhold")).includes("won’t be sent automatically"));
  // A transfer made later arrives first, so the withheld one would have arrived by then.
  await transfer("not-held");
  await told({ kind: "charge", charge: { idempotencyKey: "not-held" } });
  assert.equal((await chargeOf("held")).outcome.kind, "pending");
  const { void: callOff } = movesOf(outcome.pspReference);
  assert.equal((await callOff("held-void")).kind, "succeeded");
  const { outcome: off } = await chargeOf("held");
  assert.ok(off.kind === "declined" && off.reason === "abandoned");
  for (let press = 0; press < 2; press += 1)
    assert.ok((await choose(url, "send")).includes("The money has been sent"));
  assert.equal((await chargeOf("held")).outcome.kind, "approved");
  assert.deepEqual(await rig.logOf("held"), ["authorize 2599 captured"]);
});

test("listCharges pages through all charges changed since a time, in order of their latest change", async () => {
  const since = new Date().toISOString();
  const keys = Array.from({ length: 205 }, (_, n) => `list-${String(n).padStart(3, "0")}`);
  for (const key of keys)
    await rig.connector.direct.authorize(request(key, undefined, { capture: "manual" }), call);
  const release = async (key: string) => movesOf((await chargeReference(key)) ?? "").void(`${key}-void`);
  await release("list-000");
  const seen: string[] = [];
  const pages: (readonly ListedCharge[])[] = [];
  let cursor: string | null = null;
  do {
    const page = await rig.connector.listCharges({ account, changedAfter: since, cursor }, call);
    assert.ok(page.kind === "page");
    pages.push(page.charges);
    seen.push(...page.charges.map(({ idempotencyKey }) => idempotencyKey));
    // Change the last charge of the first page before the next page is read.
    if (cursor === null) await release("list-100");
    cursor = page.next;
  } while (cursor !== null);
  assert.deepEqual(seen, [...keys.slice(1), "list-000", "list-100"]);
  assert.equal(pages.length, 3);
  const [first, last] = [pages[0]?.[0], pages[2]?.at(-1)];
  assert.deepEqual([first?.method, first?.card], ["card", { brand: "visa", last4: "4242" }]);
  assert.deepEqual([first?.outcome.kind, first?.movements], ["approved", []]);
  const [voided] = last?.movements ?? [];
  assert.deepEqual([voided?.idempotencyKey, voided?.kind, voided?.amount], ["list-100-void", "void", 2599]);
});

async function chargeReference(key: string): Promise<string | null> {
  const { outcome } = await chargeOf(key);
  return outcome.pspReference;
}
