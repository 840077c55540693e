import type { CallResult, JsonBody, TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";
import { type Purchase, pay } from "./paying.ts";

/** Cards that lead to a dispute. */
export const disputeCards = {
  fraudulent: "4000000000000259",
  notReceived: "4000000000002685",
  inquiry: "4000000000001976",
} as const;

/** The dispute of a new purchase, as soon as Kassa knows of it. */
export async function disputed(
  kassa: TestApp,
  card: keyof typeof disputeCards,
  { key, session = {} }: Omit<Purchase, "card"> = {},
): Promise<JsonBody> {
  const owner = key === undefined ? {} : { key };
  const payment = await pay(kassa, { card: disputeCards[card], session, ...owner });
  return untilDisputed(kassa, payment.id, owner);
}

/**
 * Makes the simulated customers and banks do now what they would do after KASSA_SANDBOX_PENDING_MS: open disputes and
 * decide on evidence. Nothing else becomes due.
 */
async function hurryBanks({ db }: Pick<TestApp, "db">): Promise<void> {
  await db.sql("UPDATE sandbox_psp.charges SET dispute_at = now() WHERE dispute_at > now()");
  await db.sql(
    "UPDATE sandbox_psp.disputes SET due_at = now() WHERE status = 'under_review' AND due_at > now()",
  );
}

/** The dispute of a payment, as soon as Kassa knows of it. */
export async function untilDisputed(
  kassa: TestApp,
  payment: string,
  owner: { key?: string } = {},
): Promise<JsonBody> {
  const look = async (): Promise<JsonBody> => {
    const { body } = await kassa.call("GET", `/api/disputes?payment=${payment}`, owner);
    return body.data[0];
  };
  await hurryBanks(kassa);
  return until(look, `there is a dispute of ${payment}`);
}

/** The dispute once it has this status and stage. */
export async function untilDispute(
  kassa: TestApp,
  id: string,
  status: string,
  stage?: string,
): Promise<JsonBody> {
  const look = async (): Promise<JsonBody> => {
    const { body } = await kassa.call("GET", `/api/disputes/${id}`);
    return body.status === status && (stage === undefined || body.stage === stage) ? body : undefined;
  };
  await hurryBanks(kassa);
  return until(look, `dispute ${id} is ${status} (stage: ${stage ?? "any"})`);
}

/** Submits evidence with one of the simulated bank's keywords. */
export function sendEvidence(kassa: TestApp, id: string, word: string): Promise<CallResult> {
  const body = { texts: { uncategorizedText: word }, submit: true };
  return kassa.call("POST", `/api/disputes/${id}/evidence`, { body });
}

export type UploadOptions = {
  readonly type?: string;
  readonly name?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
};

export const pdf = Buffer.from("%PDF-1.7\n% a receipt\n");

/** Uploads a file as curl would. */
export async function upload(
  kassa: TestApp,
  id: string,
  content: Buffer = pdf,
  { type = "application/pdf", name = "receipt.pdf", key, headers = {} }: UploadOptions = {},
): Promise<CallResult> {
  const response = await fetch(`${kassa.url}/api/disputes/${id}/files?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key ?? kassa.tenant.keys.sandbox.secret}`,
      ...(type === "" ? {} : { "content-type": type }),
      ...headers,
    },
    body: new Uint8Array(content),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text };
}
