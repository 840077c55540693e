import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem, makeSession } from "../../test/api/support.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import { addAccount } from "../statement-imports/test-support.ts";
import { isQrReference } from "../transfer-codes/qr-reference.ts";
import { endTransfer } from "./end-transfer.ts";
import { expectTransfer } from "./expect-transfer.ts";
import { findTransferByAttempt } from "./find-transfer.ts";
import { expectFor, ownerOf, requestFor, shown } from "./test-support.ts";

const kassa = useTestApp();

async function shop(name: string): Promise<{ key: string; account: string; session: string }> {
  const key = (await kassa.makeTenant(name)).keys.sandbox.secret;
  const { id: session } = await makeSession(kassa, {}, { key });
  return { key, account: await addAccount(kassa, { key }), session };
}

test("200: an expected transfer has an account, a reference and all that its customer needs", async () => {
  const { key, account, session } = await shop("IBAN");
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id, reference } = await expectFor(kassa, session, { expiresAt });
  const { createdAt, instructions, ...transfer } = await shown(kassa, key, id);
  assert.ok(Date.parse(createdAt) > 0);
  assert.deepEqual(transfer, {
    object: "expected_transfer",
    id,
    mode: "sandbox",
    session,
    account,
    status: "open",
    amount: 2_599,
    currency: "EUR",
    amountReceived: 0,
    reference,
    follows: null,
    expiresAt: expiresAt.toISOString(),
  });
  assert.deepEqual(instructions, {
    holder: "Ada GmbH",
    iban: "DE89370400440532013000",
    bic: null,
    ...{ sortCode: null, accountNumber: null, pixKey: null, upiId: null, address: null },
    reference,
    referenceType: "rf",
    qrCode: {
      format: "epc",
      text: `BCD\n002\n1\nSCT\n\nAda GmbH\nDE89370400440532013000\nEUR25.99\n\n${reference}`,
    },
  });
});

test("200: accounts of other kinds get the references and codes of their countries", async () => {
  const { key, session } = await shop("Kinds");
  for (const body of [
    { type: "qr_iban", currency: "CHF", qrIban: "CH4431999123000889012" },
    { type: "uk_account", currency: "GBP", sortCode: "601613", accountNumber: "31926819" },
    { type: "pix_key", currency: "BRL", pixKey: "pix@loja.example" },
    { type: "upi_id", currency: "INR", upiId: "shop@bank" },
  ])
    await kassa.call("POST", "/api/bank-accounts", { key, body: { holder: "Ada", ...body } });
  const told = async (currency: string) => {
    const { id } = await expectFor(kassa, session, { currency, country: null });
    return (await shown(kassa, key, id)).instructions;
  };
  const swiss = await told("CHF");
  assert.deepEqual(
    [swiss.iban, swiss.referenceType, swiss.qrCode, isQrReference(swiss.reference)],
    ["CH4431999123000889012", "qrr", null, true],
  );
  const british = await told("GBP");
  assert.deepEqual(
    [british.sortCode, british.accountNumber, british.referenceType, british.iban],
    ["601613", "31926819", "plain", null],
  );
  const pix = await told("BRL");
  assert.deepEqual([pix.pixKey, pix.referenceType], ["pix@loja.example", "txid"]);
  const upi = await told("INR");
  assert.equal(upi.qrCode.text, `upi://pay?pa=shop@bank&pn=Ada&tr=${upi.reference}&am=25.99&cu=INR`);
});

test("the same attempt gets the same transfer, also from many calls at once", async () => {
  const { session } = await shop("Repeated");
  const request = requestFor(session);
  const made = await Promise.all(
    Array.from({ length: 6 }, () => expectFor(kassa, session, { attemptId: request.attemptId })),
  );
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  const found = await kassa.app.database.inTenant(ownerOf(session), (trx) =>
    findTransferByAttempt(trx, request.attemptId),
  );
  assert.equal(found?.transfer.id, made[0]?.id);
  assert.equal(found?.instructions.reference, made[0]?.reference);
});

test("without an enabled account in the currency, nothing is expected", async () => {
  const { key, account, session } = await shop("No account");
  const tried = (currency: string) =>
    kassa.app.database.inTenant(ownerOf(session), (trx) =>
      expectTransfer({ nowMs: Date.now }, trx, requestFor(session, { currency })),
    );
  assert.deepEqual(await tried("USD"), { ok: false, failure: "no_account" });
  await kassa.call("POST", `/api/bank-accounts/${account}`, { key, body: { status: "disabled" } });
  assert.deepEqual(await tried("EUR"), { ok: false, failure: "no_account" });
});

test("a transfer is given up by its attempt", async () => {
  const { key, session } = await shop("Ended");
  const { id, attemptId } = await expectFor(kassa, session);
  await kassa.app.database.inTenant(ownerOf(session), (trx) => endTransfer(async () => {}, trx, attemptId));
  assert.equal((await shown(kassa, key, id)).status, "ended");
});

test("200: transfers are listed newest first, and by session; 404, 400: those of others aren't found", async () => {
  const { key, session } = await shop("List");
  const other = await makeSession(kassa, {}, { key });
  const first = await expectFor(kassa, session);
  const second = await expectFor(kassa, session);
  const third = await expectFor(kassa, other.id);
  const listed = async (query: string): Promise<string[]> =>
    (await kassa.call("GET", `/api/expected-transfers${query}`, { key })).body.data.map(
      ({ id }: { id: string }) => id,
    );
  assert.deepEqual(await listed(""), [third.id, second.id, first.id]);
  assert.deepEqual(await listed(`?session=${session}`), [second.id, first.id]);
  assert.deepEqual(await listed(`?limit=1&startingAfter=${third.id}`), [second.id]);
  const stranger = (await shop("Stranger")).key;
  assertProblem(
    await kassa.call("GET", `/api/expected-transfers/${first.id}`, { key: stranger }),
    "not_found",
  );
  assertProblem(
    await kassa.call("GET", `/api/expected-transfers?startingAfter=${first.id}`, { key: stranger }),
    "cursor_invalid",
    "startingAfter",
  );
});
