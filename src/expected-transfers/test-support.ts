import assert from "node:assert/strict";
import type { JsonBody, TestApp } from "../../test/support/app.ts";
import type { TenantScope } from "../database/transaction.ts";
import { makeId, parseId } from "../kernel/id.ts";
import { expectTransfer } from "./expect-transfer.ts";
import type { ExpectedTransfer, TransferRequest } from "./transfer.ts";

/** The owner of a session. */
export function ownerOf(session: string): TenantScope {
  const mode = session.startsWith("cs_live_") ? "live" : "sandbox";
  const parsed = parseId(session, "cs");
  assert.ok(parsed, session);
  return { tenantId: parsed.tenantId, mode };
}

/** A request for a session's transfer, as the payments room makes it. */
export function requestFor(session: string, changes: Partial<TransferRequest> = {}): TransferRequest {
  const { tenantId, mode } = ownerOf(session);
  return {
    attemptId: makeId("att", mode, tenantId, Date.now()),
    sessionId: session,
    amountMinor: 2_599,
    currency: "EUR",
    country: "DE",
    payerName: null,
    payerAccount: null,
    expiresAt: new Date(Date.now() + 86_400_000),
    ...changes,
  };
}

/** Expects a transfer for a session. The tenant needs a bank account. */
export async function expectFor(
  kassa: TestApp,
  session: string,
  changes: Partial<TransferRequest> = {},
): Promise<ExpectedTransfer> {
  const made = await kassa.app.database.inTenant(ownerOf(session), (trx) =>
    expectTransfer({ nowMs: Date.now }, trx, requestFor(session, changes)),
  );
  assert.ok(made.ok, "the tenant has an account in the currency");
  return made.value;
}

/** An expected transfer as the API shows it. */
export async function shown(kassa: TestApp, key: string, id: string): Promise<JsonBody> {
  const answer = await kassa.call("GET", `/api/expected-transfers/${id}`, { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

type Transaction = {
  readonly amount: string;
  readonly text?: string;
  readonly creditorReference?: string;
  readonly endToEndId?: string;
  readonly name?: string;
  readonly iban?: string;
  readonly returnReason?: string;
};

export type PaidEntry = Transaction & {
  readonly currency?: string;
  readonly direction?: "CRDT" | "DBIT";
  readonly reversal?: boolean;
  readonly status?: string;
  readonly bankReference?: string;
  /** Of an entry that books several. */
  readonly transactions?: readonly Transaction[];
};

/** A Ntry of somebody who pays, with a reference of the bank if it is to be recognised in another file. */
export function paidEntry(entry: PaidEntry): string {
  const { amount, currency = "EUR", direction = "CRDT", reversal = false, status = "BOOK" } = entry;
  const {
    bankReference,
    transactions = entry.text === undefined && !entry.creditorReference ? [] : [entry],
  } = entry;
  const details = transactions.map((each) => txDtls(each, currency, direction)).join("");
  return [
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`,
    reversal ? "<RvslInd>true</RvslInd>" : "",
    `<Sts>${status}</Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt>`,
    bankReference === undefined ? "" : `<AcctSvcrRef>${bankReference}</AcctSvcrRef>`,
    details === "" ? "" : `<NtryDtls>${details}</NtryDtls>`,
    "</Ntry>",
  ].join("");
}

function txDtls(each: Transaction, currency: string, direction: string): string {
  const { amount, text, creditorReference, endToEndId, name, iban, returnReason } = each;
  return [
    "<TxDtls>",
    endToEndId === undefined ? "" : `<Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>`,
    `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls><CdtDbtInd>${direction}</CdtDbtInd>`,
    "<RltdPties>",
    name === undefined ? "" : `<Dbtr><Nm>${name}</Nm></Dbtr>`,
    iban === undefined ? "" : `<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>`,
    "</RltdPties><RmtInf>",
    text === undefined ? "" : `<Ustrd>${text}</Ustrd>`,
    creditorReference === undefined
      ? ""
      : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${creditorReference}</Ref></CdtrRefInf></Strd>`,
    "</RmtInf>",
    returnReason === undefined ? "" : `<RtrInf><Rsn><Cd>${returnReason}</Cd></Rsn></RtrInf>`,
    "</TxDtls>",
  ].join("");
}
