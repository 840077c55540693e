import assert from "node:assert/strict";
import type { Attempt } from "../../src/payments/payment.ts";
import { cards } from "./payments.ts";

/** The choice of a customer who pays by card on the PSP's page. */
export const byCardOnPspPage = { type: "hosted_page", method: "card" } as const;

/** Sends a form of the simulated PSP's page. Returns the status, and where the page leads. */
export async function submitHostedPage(
  attempt: Pick<Attempt, "redirectUrl">,
  form: Record<string, string>,
): Promise<[number, string | null]> {
  assert.ok(attempt.redirectUrl, "the attempt has an address");
  const body = new URLSearchParams(form);
  const response = await fetch(attempt.redirectUrl, { method: "POST", body, redirect: "manual" });
  await response.body?.cancel();
  return [response.status, response.headers.get("location")];
}

/** What a customer does who pays by card on the PSP's page. */
export const payOnHostedPage = (attempt: Pick<Attempt, "redirectUrl">, number: string = cards.approved) =>
  submitHostedPage(attempt, { choice: "pay", number });
