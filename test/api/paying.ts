import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallResult, JsonBody, TestApp } from "../support/app.ts";
import { cards } from "../support/payments.ts";
import { makeSession } from "./support.ts";

export const cardDetails = { expiry: "12 / 34", cvc: "123" } as const;

/** Pays a session on its page as a customer without JavaScript would. */
export function payOnPage(kassa: TestApp, sessionId: string, number: string = cards.approved): Promise<void> {
  return submitForm(kassa, sessionId, { number, ...cardDetails });
}

/** The same by direct debit. */
export function payByDebit(kassa: TestApp, sessionId: string, iban: string): Promise<void> {
  return submitForm(kassa, sessionId, { method: "bank_debit", holder: "Kim Test", iban });
}

/** By bank transfer: the page shows where to send the money. */
export function orderTransfer(kassa: TestApp, sessionId: string): Promise<void> {
  return submitForm(kassa, sessionId, { method: "bank_transfer" });
}

/** Submits the form of a session's page, and fails if it has faults. */
export async function submitForm(
  kassa: TestApp,
  sessionId: string,
  fields: Record<string, string>,
): Promise<void> {
  const url = `${kassa.url}/pay/${sessionId}`;
  const page = await (await fetch(url)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const shownAmount = /name="shownAmount" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ token, shownAmount, ...fields });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  assert.equal(answer.status, 303, await answer.text());
}

export type Purchase = {
  /** Additional fields of the session. */
  readonly session?: Record<string, unknown>;
  readonly card?: string;
  /** The sandbox key of another tenant. */
  readonly key?: string;
};

/** Pays a new session on its page, and returns its payment. */
export async function pay(kassa: TestApp, { session = {}, card, key }: Purchase = {}): Promise<JsonBody> {
  const owner = key === undefined ? {} : { key };
  const { id } = await makeSession(kassa, session, owner);
  await payOnPage(kassa, id, card);
  const { body, text } = await kassa.call("GET", `/api/payments?session=${id}`, owner);
  assert.equal(body.data.length, 1, text);
  return body.data[0];
}

/** A payment that is authorized and not yet captured. */
export function authorize(kassa: TestApp, session: Record<string, unknown> = {}): Promise<JsonBody> {
  return pay(kassa, { session: { captureMethod: "manual", ...session } });
}

/** Repeats a call as the docs advise: while the first one with its key is in flight, and after 503. */
export async function untilAnswered(call: () => Promise<CallResult>): Promise<CallResult> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503 && answer.body?.code !== "idempotency_key_in_flight") return answer;
    await sleep(20);
  }
}
