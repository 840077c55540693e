import type { ConnectorAccount } from "../connector-account.ts";
import type { CallOptions, ChargeRef } from "../contract.ts";
import type { PspClient, PspRequest } from "../psp-client.ts";
import type { PspResponse } from "../psp-response.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { paypalBase } from "./access-tokens.ts";
import { type Unknown, unknown } from "./unknown.ts";
import { type WireError, type WireLink, type WireOrder, wireError, wireOrder } from "./wire.ts";

type Request = {
  readonly account: ConnectorAccount;
  readonly method: PspRequest["method"];
  /** With a leading slash. */
  readonly path: string;
  /** PayPal-Request-Id, at most 108 characters. */
  readonly requestId?: string;
  readonly body?: object | Multipart;
};

/** A body of several parts, with its media type. */
export type Multipart = { readonly contentType: string; readonly content: Buffer };

/** The calls of one operation. They share its time limit. */
export type Calls = {
  send(request: Request): Promise<PspResponse>;
  readOrder(charge: ChargeRef): Promise<ReadOrder>;
};

export type ReadOrder =
  | { readonly kind: "read"; readonly order: WireOrder }
  /** It is over without any payment: nobody can approve, capture or authorize it any more. */
  | { readonly kind: "gone" }
  | Unknown;

export type Client = (options: CallOptions) => Calls;

type Parts = {
  readonly psp: PspClient;
  readonly tokens: AccessTokens;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
};

/** The only place where requests to PayPal's APIs are built. The access token is in the header, and nowhere else. */
export function createClient({ psp, tokens, nowMs }: Parts): Client {
  return ({ timeoutMs }) => {
    const endsAt = performance.now() + timeoutMs;
    const left = () => Math.floor(endsAt - performance.now());
    const sendOnce = async (request: Request): Promise<{ response: PspResponse; token: string | null }> => {
      if (left() <= 0) return { response: tooLate, token: null };
      const granted = await tokens.get(request.account, left());
      if (granted.kind === "unknown")
        return { response: { kind: "no_response", detail: granted.detail }, token: null };
      if (left() <= 0) return { response: tooLate, token: null };
      const { token } = granted;
      return { response: await psp.send(build(request, token, left())), token };
    };
    /** A token may end before its time. PayPal does nothing for a request with such a token, so the request is repeated once. */
    const send = async (request: Request): Promise<PspResponse> => {
      const { response, token } = await sendOnce(request);
      if (response.kind === "no_response" || response.status !== 401 || token === null) return response;
      await tokens.drop(request.account, token);
      return (await sendOnce(request)).response;
    };
    const readOrder = async (charge: ChargeRef): Promise<ReadOrder> => {
      const { account, hostedReference: id } = charge;
      if (id === null) return unknown("PayPal finds an order by its ID only, which isn't known");
      return orderIn(await send({ account, method: "GET", path: orderPath(id) }), charge, nowMs());
    };
    return { send, readOrder };
  };
}

const tooLate: PspResponse = { kind: "no_response", detail: "no response in time" };

function build(
  { account, method, path, requestId, body }: Request,
  token: string,
  timeoutMs: number,
): PspRequest {
  return {
    method,
    base: paypalBase(account.mode),
    path,
    headers: {
      authorization: `Bearer ${token}`,
      prefer: "return=representation",
      ...(requestId === undefined ? {} : { "paypal-request-id": requestId }),
      ...(method === "POST"
        ? { "content-type": isMultipart(body) ? body.contentType : "application/json" }
        : {}),
    },
    ...(body === undefined ? {} : { body: isMultipart(body) ? body.content : JSON.stringify(body) }),
    timeoutMs,
  };
}

const isMultipart = (body: Request["body"]): body is Multipart => body !== undefined && "contentType" in body;

export const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;

/** From its creation, an order can be approved and captured for three hours at most (developer.paypal.com, Orders v2). */
export const orderMs = 3 * 60 * 60_000;

/** So much later than its attempt an order may have been created: the call takes time, and clocks differ. */
const marginMs = 10 * 60_000;

function orderIn(response: PspResponse, charge: ChargeRef, nowMs: number): ReadOrder {
  if (response.kind === "no_response") return unknown(response.detail);
  const { status, body } = response;
  // PayPal answers the same for an order of another account, so this proves nothing before the order is certainly over.
  if (status === 404 && wireError.fits(body) && charge.pspReference === null) {
    const isOver = nowMs > charge.startedAt.getTime() + orderMs + marginMs;
    return isOver ? { kind: "gone" } : unknown("PayPal doesn't know the order");
  }
  if (status !== 200) return unknown(`status ${status}`);
  return orderOf(body, charge);
}

/** The order in the body of a response, which has to be the charge's own. */
export function orderOf(body: unknown, { idempotencyKey, hostedReference }: ChargeRef): ReadOrder {
  if (!wireOrder.fits(body)) return unknown("the response has an unexpected shape");
  if (body.id !== hostedReference) return unknown("the response is about another order");
  if (body.purchase_units[0]?.custom_id !== idempotencyKey) return unknown("the order is of another attempt");
  return { kind: "read", order: body };
}

/** A refusal after which PayPal has done nothing for this request. */
export type Refusal = {
  readonly status: number;
  /** PayPal's name of the first thing that is wrong, such as INSTRUMENT_DECLINED, or of the error. */
  readonly issue: string;
  readonly field: string | null;
  readonly links: readonly WireLink[];
};

const refusalStatuses: readonly number[] = [400, 403, 404, 422];

/**
 * The refusal in a response; undefined if PayPal may have done something, or didn't say so itself (a proxy's error). Refused
 * credentials are none either: once the operator has replaced them, the call can be repeated.
 */
export function refusalIn(response: PspResponse): Refusal | undefined {
  if (response.kind === "no_response" || !refusalStatuses.includes(response.status)) return undefined;
  const { status, body } = response;
  if (!wireError.fits(body)) return undefined;
  const [detail] = body.details ?? [];
  return {
    status,
    issue: detail?.issue ?? body.name,
    field: detail?.field ?? null,
    links: linksOf(body),
  };
}

/** The links of an error may be beside its details, or missing. */
const linksOf = ({ links }: WireError): readonly WireLink[] => links ?? [];

/** Why a response says nothing. */
export const unclear = (response: PspResponse): Unknown =>
  unknown(response.kind === "no_response" ? response.detail : `status ${response.status}`);
