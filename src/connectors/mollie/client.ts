import { present } from "../../kernel/assert.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type { CallOptions, ChargeRef } from "../contract.ts";
import type { PspClient, PspRequest } from "../psp-client.ts";
import type { PspResponse } from "../psp-response.ts";
import { type Unknown, unknown } from "./unknown.ts";
import { type WirePayment, wireError, wirePayment } from "./wire.ts";

export const mollieBase = "https://api.mollie.com";

/** A list of 250 payments with their order lines. */
const listMaxBytes = 8 * 1024 * 1024;

type Request = {
  readonly account: ConnectorAccount;
  readonly method: PspRequest["method"];
  /** After `/v2`, with a leading slash. */
  readonly path: string;
  readonly idempotencyKey?: string;
  readonly body?: object;
  /** In place of the API key. */
  readonly token?: string;
};

/** The calls of one operation. They share its time limit. */
export type Calls = {
  send(request: Request): Promise<PspResponse>;
  /** The payment with its captures, refunds and chargebacks. */
  readPayment(account: ConnectorAccount, id: string): Promise<ReadPayment>;
};

export type ReadPayment = { readonly kind: "read"; readonly payment: WirePayment } | Unknown;

export type Client = (options: CallOptions) => Calls;

/** The only place where requests to Mollie are built. The API key is in the header, and nowhere else. */
export function createClient(psp: PspClient): Client {
  return ({ timeoutMs }) => {
    const endsAt = performance.now() + timeoutMs;
    const send = async ({
      account,
      method,
      path,
      idempotencyKey,
      body,
      token,
    }: Request): Promise<PspResponse> => {
      const leftMs = Math.floor(endsAt - performance.now());
      if (leftMs <= 0) return { kind: "no_response", detail: "no response in time" };
      return psp.send({
        method,
        base: mollieBase,
        path: `/v2${path}`,
        headers: {
          authorization: `Bearer ${token ?? present(account.settings.apiKey, "the account's API key")}`,
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs: leftMs,
        answerMaxBytes: listMaxBytes,
      });
    };
    const readPayment = async (account: ConnectorAccount, id: string): Promise<ReadPayment> => {
      const path = `${paymentPath(id)}?embed=captures,refunds,chargebacks`;
      return paymentIn(await send({ account, method: "GET", path }), account, id);
    };
    return { send, readPayment };
  };
}

export const paymentPath = (id: string): string => `/payments/${encodeURIComponent(id)}`;

/** Mollie's reference of the payment that is both the hosted page and the charge; null if it isn't known. */
export const referenceOf = ({ pspReference, hostedReference }: ChargeRef): string | null =>
  pspReference ?? hostedReference;

function paymentIn(response: PspResponse, account: ConnectorAccount, id: string): ReadPayment {
  if (response.kind === "no_response") return unknown(response.detail);
  const { status, body } = response;
  if (status !== 200) return unknown(`status ${status}`);
  if (!wirePayment.fits(body)) return unknown("the response has an unexpected shape");
  if (body.id !== id) return unknown("the response is about another payment");
  if (!isOfMode(body, account)) return unknown("the payment is of another mode");
  const { _embedded: embedded, _links: links } = body;
  const isMissing = (["captures", "refunds", "chargebacks"] as const).some(
    (name) => links[name] && !embedded?.[name],
  );
  return isMissing ? unknown("the payment lacks its movements") : { kind: "read", payment: body };
}

export const isOfMode = ({ mode }: WirePayment, account: ConnectorAccount): boolean =>
  (mode === "live") === (account.mode === "live");

/** A refusal after which Mollie has certainly done nothing. */
export type Refusal = {
  readonly status: 404 | 409 | 410 | 422;
  readonly detail: string;
  readonly field: string | null;
};

/**
 * The refusal in a response; undefined if Mollie may have done something, or didn't say so itself (a proxy's error). A wrong or
 * revoked API key is none either: once the operator has replaced it, the call can be repeated.
 */
export function refusalIn(response: PspResponse): Refusal | undefined {
  if (response.kind === "no_response" || !wireError.fits(response.body)) return undefined;
  const { status, detail, field } = response.body;
  if (status !== response.status) return undefined;
  if (status !== 404 && status !== 409 && status !== 410 && status !== 422) return undefined;
  return { status, detail, field: field ?? null };
}

/** Why a response says nothing. */
export const unclear = (response: PspResponse): Unknown =>
  unknown(response.kind === "no_response" ? response.detail : `status ${response.status}`);
