import { present } from "../../kernel/assert.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type { CallOptions } from "../contract.ts";
import type { PspClient } from "../psp-client.ts";
import type { PspResponse } from "../psp-response.ts";
import { uuidFrom } from "../uuid.ts";
import { checkoutBase, customerAreaBase } from "./kind.ts";
import { type Unknown, unknown } from "./unknown.ts";
import { wireError } from "./wire.ts";

type Request = {
  readonly account: ConnectorAccount;
  readonly api: "checkout" | "disputes";
  readonly method: "GET" | "POST";
  /** Below the version, with a leading slash. */
  readonly path: string;
  /** Kassa's key; Adyen takes 64 characters. */
  readonly idempotencyKey?: string;
  readonly body?: object;
};

/** The calls of one operation. They share its time limit. */
export type Calls = { send(request: Request): Promise<PspResponse> };

export type Client = (options: CallOptions) => Calls;

const versions = { checkout: "/v72", disputes: "/ca/services/DisputeService/v30" } as const;

/** The only place where requests to Adyen are built. The API key is in the header, and nowhere else. */
export function createClient(psp: PspClient): Client {
  return ({ timeoutMs }) => {
    const endsAt = performance.now() + timeoutMs;
    return {
      send: async ({ account, api, method, path, idempotencyKey, body }) => {
        const leftMs = Math.floor(endsAt - performance.now());
        if (leftMs <= 0) return { kind: "no_response", detail: "no response in time" };
        return psp.send({
          method,
          base: api === "checkout" ? checkoutBase(account) : customerAreaBase(account.mode),
          path: `${versions[api]}${path}`,
          headers: {
            "x-api-key": present(account.settings.apiKey, "the account's API key"),
            ...(idempotencyKey === undefined
              ? {}
              : { "idempotency-key": uuidFrom(`kassa adyen ${idempotencyKey}`) }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          timeoutMs: leftMs,
        });
      },
    };
  };
}

export const merchantAccountOf = ({ settings }: ConnectorAccount): string =>
  present(settings.merchantAccount, "the merchant account");

/** A refusal after which Adyen has certainly done nothing. */
export type Refusal = { readonly errorCode: string; readonly detail: string };

/**
 * The refusal in a response; undefined if Adyen may have done something, or didn't say so itself (a proxy's error). A wrong or revoked
 * API key is none either: once the operator has replaced it, the call can be repeated.
 */
export function refusalIn(response: PspResponse): Refusal | undefined {
  if (response.kind === "no_response" || !wireError.fits(response.body)) return undefined;
  const { status, errorCode, message } = response.body;
  if (status !== response.status || (status !== 400 && status !== 422)) return undefined;
  return { errorCode, detail: `${status} ${errorCode}: ${message}` };
}

/** Why a response says nothing. */
export const unclear = (response: PspResponse): Unknown =>
  unknown(response.kind === "no_response" ? response.detail : `status ${response.status}`);
