import { present } from "../../kernel/assert.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type { CallOptions, ChargedItem, HostedOutcome, HostedRequest } from "../contract.ts";
import { createEvenWithoutDetails } from "../create-without-details.ts";
import type { PspResponse } from "../psp-response.ts";
import { addressesOf } from "./addresses.ts";
import { toMollie } from "./amounts.ts";
import { type Client, refusalIn } from "./client.ts";
import { mollieLocale } from "./locales.ts";
import { type ChargeMetadata, toIdempotencyKey } from "./metadata.ts";
import { mollieMethod } from "./methods.ts";
import { translateBegin } from "./translate.ts";

/** The address for notifications about an account's payments; null if Mollie can't reach it. */
export type NotificationUrl = (account: ConnectorAccount) => string | null;

/** Makes a payment at Mollie, which is both the page and the charge. */
export async function begin(
  client: Client,
  notificationUrl: NotificationUrl,
  request: HostedRequest,
  call: CallOptions,
): Promise<HostedOutcome> {
  const { account, idempotencyKey } = request;
  const calls = client(call);
  const create = (asked: HostedRequest, key: string): Promise<PspResponse> =>
    calls.send({
      account,
      method: "POST",
      path: "/payments",
      idempotencyKey: toIdempotencyKey(key),
      body: bodyOf(asked, notificationUrl(account)),
    });
  return translateBegin(await createEvenWithoutDetails(request, create, refusesAddress), idempotencyKey);
}

/** Mollie names the field that it refuses. */
const refusesAddress = (response: PspResponse): boolean =>
  /^(billing|shipping)Address\b/.test(refusalIn(response)?.field ?? "");

function bodyOf(request: HostedRequest, webhookUrl: string | null): object {
  const { amount, currency, returnUrl, lineItems } = request;
  const metadata: ChargeMetadata = {
    kassa_attempt: request.idempotencyKey,
    kassa_session: request.session,
    kassa_method: request.method,
  };
  const locale = mollieLocale(request.locale);
  return {
    amount: toMollie({ amount, currency }),
    // Mollie needs a description, and has one text for its page and the customer's statement.
    description: shorten(request.statementDescriptor ?? request.description ?? request.session),
    method: present(mollieMethod(request.method), "a method of the hosted page"),
    redirectUrl: returnUrl,
    cancelUrl: returnUrl,
    metadata,
    ...(webhookUrl === null ? {} : { webhookUrl }),
    ...(locale === undefined ? {} : { locale }),
    ...(request.capture === "manual" ? { captureMode: "manual" } : {}),
    ...addressesOf(request),
    ...(lineItems.length === 0 ? {} : { lines: lineItems.map((item) => lineOf(item, currency)) }),
  };
}

const lineOf = ({ name, quantity, unitAmount }: ChargedItem, currency: string): object => ({
  description: shorten(name),
  quantity,
  unitPrice: toMollie({ amount: unitAmount, currency }),
  totalAmount: toMollie({ amount: quantity * unitAmount, currency }),
});

/** Mollie cuts a longer description off, perhaps within a character. */
const shorten = (text: string): string => {
  const characters = [...text];
  let short = "";
  for (const character of characters) {
    if (short.length + character.length > 255) break;
    short += character;
  }
  return short;
};
