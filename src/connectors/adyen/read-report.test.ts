import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectorAccount } from "../connector-account.ts";
import type { ReportPart, SettlementLine } from "../settlements.ts";
import { journalTypes, settlementTypeOf } from "./journal-types.ts";
import { readReport } from "./read-report.ts";
import { type Column, neededColumns } from "./report-rows.ts";

const account: ConnectorAccount = {
  ...{ id: "ca_1", tenantId: 1, mode: "sandbox" },
  settings: { merchantAccount: "ShopECOM" },
};

type Row = Partial<Record<Column, string>>;

const settled: Row = {
  "Merchant Account": "ShopECOM",
  "Psp Reference": "8535516988431111",
  "Creation Date": "2026-11-25 10:00:00",
  TimeZone: "CET",
  Type: "Settled",
  "Modification Reference": "8535516988432222",
  "Gross Currency": "EUR",
  "Gross Credit (GC)": "10.00",
  "Exchange Rate": "1",
  "Net Currency": "EUR",
  "Net Credit (NC)": "9.70",
  "Commission (NC)": "0.30",
  "Batch Number": "42",
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function csvOf(rows: readonly Row[], columns: readonly Column[] = neededColumns): string {
  const lines = rows.map((row) => columns.map((column) => quoted(row[column] ?? "")).join(","));
  return [columns.join(","), ...lines, ""].join("\r\n");
}

async function* inChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, chunk = 7): Promise<ReportPart[]> {
  const parts: ReportPart[] = [];
  for await (const part of readReport({ account, content: inChunks(text, chunk) })) parts.push(part);
  return parts;
}

const linesOf = (parts: readonly ReportPart[]): SettlementLine[] =>
  parts.flatMap((part) => (part.kind === "line" ? [part.line] : []));

const summary = async (...rows: Row[]): Promise<string[]> =>
  linesOf(await read(csvOf(rows))).map(
    ({ type, about, currency, gross, fee, net }) => `${type} ${about} ${currency} ${gross} ${fee} ${net}`,
  );

test("a row is a line with the fee that is missing in its net amount, at its time in UTC", async () => {
  assert.deepEqual(await summary(settled), ["charge 8535516988431111 EUR 1000 30 970"]);
  const [line] = linesOf(await read(csvOf([settled])));
  assert.deepEqual(
    [line?.bookedAt.toISOString(), line?.batch, line?.category, line?.exchanged],
    ["2026-11-25T09:00:00.000Z", "42/EUR", "Settled", null],
  );
});

test("refunds and disputes are about their own references, and the fee of a dispute is a line", async () => {
  const taken: Row = {
    ...{ ...settled, "Gross Credit (GC)": "", "Net Credit (NC)": "", "Commission (NC)": "" },
    ...{ "Gross Debit (GC)": "5.00", "Net Debit (NC)": "20.00", "Markup (NC)": "15.00" },
  };
  assert.deepEqual(await summary({ ...taken, Type: "Chargeback" }), [
    "dispute 8535516988432222 EUR -500 0 -500",
    "fee null EUR -1500 0 -1500",
  ]);
  assert.deepEqual(await summary({ ...taken, Type: "Refunded", "Net Debit (NC)": "5.10" }), [
    "refund 8535516988432222 EUR -500 10 -510",
  ]);
});

test("an exchanged payment has both amounts, and fees with parts of a cent are rounded in their sum", async () => {
  const exchanged: Row = {
    ...settled,
    ...{ "Gross Currency": "JPY", "Gross Credit (GC)": "1600", "Exchange Rate": "0.00625" },
    ...{
      "Commission (NC)": "",
      "Markup (NC)": "0.1234",
      "Scheme Fees (NC)": "0.0841",
      "Interchange (NC)": "0.0925",
    },
  };
  assert.deepEqual(await summary(exchanged), ["charge 8535516988431111 EUR 1000 30 970"]);
  const [line] = linesOf(await read(csvOf([exchanged])));
  assert.deepEqual(line?.exchanged, { currency: "JPY", amount: 1_600, rate: 0.00625 });
});

test("a payout is a line and a batch, found at the bank by its number", async () => {
  const payout: Row = {
    ...{ "Merchant Account": "ShopECOM", "Creation Date": "2026-11-26 01:00:00", TimeZone: "UTC" },
    ...{ Type: "MerchantPayout", "Modification Reference": 'TX1234567XT batch 42, "ShopECOM"' },
    ...{ "Net Currency": "EUR", "Net Debit (NC)": "9.70", "Batch Number": "42" },
  };
  const parts = await read(csvOf([settled, payout]));
  const batch = parts.flatMap((part) => (part.kind === "batch" ? [part.batch] : []))[0];
  assert.deepEqual(
    [batch?.reference, batch?.amount, batch?.bankTexts],
    ["42/EUR", 970, ['TX1234567XT batch 42, "ShopECOM"', "TX1234567XT"]],
  );
  assert.deepEqual(
    linesOf(parts).map(({ net }) => net),
    [970, -970],
  );
});

test("a row has the same reference in columns of another order; equal fees are told apart", async () => {
  const fee: Row = { ...settled, "Psp Reference": "", "Modification Reference": "", Type: "Fee" };
  const rows = [settled, fee, fee];
  const references = linesOf(await read(csvOf(rows))).map(({ reference }) => reference);
  assert.equal(new Set(references).size, 3);
  const turned = linesOf(await read(csvOf(rows, neededColumns.toReversed()), 1_000));
  assert.deepEqual(
    turned.map(({ reference }) => reference),
    references,
  );
});

test("rows of other merchant accounts are left out, and what can't be read is said with its line", async () => {
  const other = { ...settled, "Merchant Account": "OtherECOM" };
  assert.equal(linesOf(await read(csvOf([settled, other]))).length, 1);
  const refusal = async (text: string): Promise<string> => {
    const last = (await read(text)).at(-1);
    return last?.kind === "unreadable" ? last.detail : "";
  };
  assert.match(await refusal(csvOf([other])), /no row of the merchant account ShopECOM/);
  assert.match(await refusal(""), /no settlement details report/);
  assert.match(
    await refusal(csvOf([{ ...settled, "Net Currency": "XXQ" }])),
    /Line 2 has the currency "XXQ"/,
  );
  assert.match(
    await refusal(csvOf([{ ...settled, "Creation Date": "soon" }])),
    /Line 2 has no creation date/,
  );
  assert.match(await refusal(csvOf([{ ...settled, "Batch Number": "x" }])), /Line 2 has no batch number/);
  assert.match(await refusal(csvOf([settled]).slice(0, -3)), /within a quoted value/);
  assert.match(await refusal(`${"x".repeat(70_000)}`), /longer than/);
});

test("a long report is read as it arrives", async () => {
  let inMemory = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvOf([]));
    const row = Buffer.from(`${csvOf([settled]).split("\r\n")[1]}\n`);
    const block = Buffer.concat(Array.from({ length: 500 }, () => row));
    for (let sent = 0; sent < 200; sent += 1) {
      inMemory += 500;
      yield block;
      assert.ok(inMemory <= 1_000, "rows are handed on before more are read");
    }
  }
  let lines = 0;
  for await (const part of readReport({ account, content: endless() })) {
    if (part.kind !== "line") {
      assert.deepEqual(part, { kind: "end", number: 42, until: new Date("2026-11-25T09:00:00Z") });
      continue;
    }
    lines += 1;
    inMemory -= 1;
  }
  assert.equal(lines, 100_000);
});

/**
 * From what could be read of docs.adyen.com/reporting (settlement detail report, journal types), and names in other projects that read the
 * report. Adyen publishes no list for machines.
 */
const documented =
  `Settled SettledBulk SettledExternally SettledExternallyWithInfo SettledInInstallments SettledInstallment
  SettledInstallmentExternallyWithInfo SettledReversed Refunded RefundedBulk RefundedExternally RefundedExternallyWithInfo
  RefundedInInstallments RefundedInstallment RefundedInstallmentExternallyWithInfo RefundedReversed Chargeback ChargebackExternally
  ChargebackExternallyWithInfo SecondChargeback ChargebackReversed ChargebackReversedExternallyWithInfo
  AdvancementCommissionExternallyWithInfo AuthorisationSchemeFee ChargebackFee Fee InvoiceDeduction MiscCosts PaymentCost Balancetransfer DepositCorrection
  ReserveAdjustment AcquirerPayout InternalCompanyPayout MerchantPayout BankInstructionReturned ManualCorrected ManualCorrection
  MatchedStatement MerchantPayin PaidOut PaidOutReversed`.split(/\s+/);

test("each documented type has a meaning, and an added one is an adjustment", () => {
  assert.deepEqual(Object.keys(journalTypes).sort(), [...documented].sort());
  assert.equal(settlementTypeOf("SettledByPigeon"), "adjustment");
  assert.equal(settlementTypeOf("constructor"), "adjustment");
});
