import { present } from "../../kernel/assert.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type { PspClient } from "../psp-client.ts";
import type { PspResponse } from "../psp-response.ts";
import { encodeForm, type FormFields } from "./form.ts";
import { stripeApi, stripeVersion } from "./kind.ts";
import { wireError } from "./wire.ts";

export type StripeError = {
  readonly status: number;
  /** Stripe's `code`, or its `type` if the error has none. */
  readonly code: string;
  /** The parameter that Stripe refuses. */
  readonly param: string | null;
};

/** What Stripe said. An `error` is final: the request wasn't carried out, and wouldn't be if it were sent again. */
export type StripeAnswer =
  | { readonly kind: "ok"; readonly body: unknown }
  | { readonly kind: "error"; readonly error: StripeError }
  | { readonly kind: "unknown"; readonly detail: string };

export type StripeCall = {
  readonly account: ConnectorAccount;
  /** Milliseconds until the answer counts as lost. */
  readonly timeoutMs: number;
};

export type StripeClient = {
  get(call: StripeCall, path: string, query?: FormFields): Promise<StripeAnswer>;
  post(call: StripeCall, path: string, fields: FormFields, idempotencyKey: string): Promise<StripeAnswer>;
  /** @returns the answer with the file's id */
  upload(call: StripeCall, file: StripeFile, idempotencyKey: string): Promise<StripeAnswer>;
};

export type StripeFile = { readonly name: string; readonly mediaType: string; readonly content: Buffer };

const formType = "application/x-www-form-urlencoded";
const filesApi = "https://files.stripe.com";

export function makeStripeClient(psp: PspClient): StripeClient {
  const headersOf = ({ settings }: ConnectorAccount) => ({
    authorization: `Bearer ${present(settings.apiKey, "the account's API key")}`,
    "stripe-version": stripeVersion,
  });
  return {
    get: async ({ account, timeoutMs }, path, query = {}) => {
      const encoded = encodeForm(query);
      const whole = encoded === "" ? path : `${path}?${encoded}`;
      return read(
        await psp.send({
          method: "GET",
          base: stripeApi,
          path: whole,
          headers: headersOf(account),
          timeoutMs,
        }),
      );
    },
    post: async ({ account, timeoutMs }, path, fields, idempotencyKey) => {
      const headers = { ...headersOf(account), "content-type": formType, "idempotency-key": idempotencyKey };
      const body = encodeForm(fields);
      return read(await psp.send({ method: "POST", base: stripeApi, path, headers, body, timeoutMs }));
    },
    upload: async ({ account, timeoutMs }, file, idempotencyKey) => {
      const { boundary, body } = multipart(file, idempotencyKey);
      const type = `multipart/form-data; boundary=${boundary}`;
      const headers = { ...headersOf(account), "content-type": type, "idempotency-key": idempotencyKey };
      return read(
        await psp.send({ method: "POST", base: filesApi, path: "/v1/files", headers, body, timeoutMs }),
      );
    },
  };
}

/** The key is Kassa's own, so that a repeated upload has the same bytes. */
function multipart(
  { name, mediaType, content }: StripeFile,
  key: string,
): { boundary: string; body: Buffer } {
  const boundary = `kassa-${key.replaceAll(/[^0-9A-Za-z]/g, "")}`;
  const fileName = name.replaceAll(/[^\w. -]/g, "_");
  const head = [
    `--${boundary}`,
    'content-disposition: form-data; name="purpose"',
    "",
    "dispute_evidence",
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename="${fileName}"`,
    `content-type: ${mediaType}`,
    "",
    "",
  ].join("\r\n");
  return {
    boundary,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/**
 * Reads an answer. A 401 or 403 says that the account's key doesn't work at the moment, a 409 that the same request is being
 * carried out, a 429 that there are too many: none of them says what became of the request, or would become of it tomorrow.
 */
function read(response: PspResponse): StripeAnswer {
  if (response.kind === "no_response") return { kind: "unknown", detail: response.detail };
  const { status, body } = response;
  if (status === 200) return { kind: "ok", body };
  if (status === 401 || status === 403)
    return {
      kind: "unknown",
      detail: `Stripe doesn't accept the account's API key for this (status ${status})`,
    };
  if (status < 400 || status === 409 || status === 429 || status >= 500 || !wireError.fits(body))
    return { kind: "unknown", detail: `status ${status}` };
  const { code, type, param } = body.error;
  // An earlier request with the key asked for something else, and may have been carried out.
  if (type === "idempotency_error")
    return { kind: "unknown", detail: "the key was used for another request" };
  return { kind: "error", error: { status, code: code ?? type, param: param ?? null } };
}
