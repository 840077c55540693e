import { readCheck, textOf } from "../check-response.ts";
import type { RegisterOutcome, RegisterRequest } from "../kind.ts";
import type { PspClient } from "../psp-client.ts";
import type { PspResponse } from "../psp-response.ts";
import { paypalBase, requestToken } from "./access-tokens.ts";

/** The events that say something about a charge, refund or dispute. */
export const eventTypes = [
  "CHECKOUT.ORDER.APPROVED",
  "CHECKOUT.ORDER.COMPLETED",
  "CHECKOUT.PAYMENT-APPROVAL.REVERSED",
  "PAYMENT.AUTHORIZATION.CREATED",
  "PAYMENT.AUTHORIZATION.VOIDED",
  "PAYMENT.CAPTURE.COMPLETED",
  "PAYMENT.CAPTURE.PENDING",
  "PAYMENT.CAPTURE.DECLINED",
  "PAYMENT.CAPTURE.DENIED",
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.CAPTURE.REVERSED",
  "PAYMENT.REFUND.PENDING",
  "PAYMENT.REFUND.FAILED",
  "CUSTOMER.DISPUTE.CREATED",
  "CUSTOMER.DISPUTE.UPDATED",
  "CUSTOMER.DISPUTE.RESOLVED",
] as const;

const path = "/v1/notifications/webhooks";

/** Makes a webhook of the REST app. PayPal takes an address once, so that a repeated call finds the webhook of the first. */
export async function registerNotifications(
  request: RegisterRequest,
  psp: PspClient,
): Promise<RegisterOutcome> {
  const granted = readCheck(await requestToken(psp, request));
  switch (granted.kind) {
    case "ok":
      break;
    case "unknown":
      return granted;
    case "unknown_credential":
    case "not_permitted":
    case "other":
      return { kind: "refused", detail: "PayPal doesn't accept the client ID and secret." };
  }
  const token = textOf(granted.body, "access_token");
  if (token === null) return { kind: "unknown", detail: "the response has no access token" };
  return makeWebhook(request, psp, token);
}

async function makeWebhook(
  { mode, url }: RegisterRequest,
  psp: PspClient,
  token: string,
): Promise<RegisterOutcome> {
  const base = paypalBase(mode);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ url, event_types: eventTypes.map((name) => ({ name })) });
  const response = await psp.send({ method: "POST", base, path, headers, body });
  const isKnown =
    response.kind === "response" && textOf(response.body, "name") === "WEBHOOK_URL_ALREADY_EXISTS";
  const webhookId = isKnown
    ? webhookAt(await psp.send({ method: "GET", base, path, headers }), url)
    : idIn(response);
  if (webhookId !== null) return { kind: "registered", credentials: { webhookId } };
  return isKnown
    ? { kind: "unknown", detail: "the list of webhooks can't be read" }
    : failureOf(response, url);
}

function idIn(response: PspResponse): string | null {
  return response.kind === "response" && response.status === 201 ? textOf(response.body, "id") : null;
}

function webhookAt(response: PspResponse, url: string): string | null {
  if (response.kind === "no_response" || response.status !== 200) return null;
  const { webhooks } = response.body as { readonly webhooks?: unknown };
  const found = Array.isArray(webhooks) ? webhooks.find((webhook) => textOf(webhook, "url") === url) : null;
  return textOf(found, "id");
}

function failureOf(response: PspResponse, url: string): RegisterOutcome {
  const told = readCheck(response);
  switch (told.kind) {
    case "ok":
      return { kind: "unknown", detail: "the response has no webhook ID" };
    case "unknown":
      return told;
    case "unknown_credential":
      return { kind: "unknown", detail: "PayPal doesn't accept the access token that it has just issued" };
    case "not_permitted":
      return { kind: "refused", detail: "The REST app lacks the permission to make webhooks." };
    case "other":
      return {
        kind: "refused",
        detail: `PayPal refused the address ${url} (status ${told.status}). It has to begin with https:// and be reachable by PayPal, and an app has 10 webhooks at most.`,
      };
  }
}
