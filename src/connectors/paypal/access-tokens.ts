import { present } from "../../kernel/assert.ts";
import type { Mode } from "../../kernel/mode.ts";
import { textOf } from "../check-response.ts";
import type { ConnectorAccount } from "../connector-account.ts";
import type { Values } from "../kind.ts";
import type { PspClient } from "../psp-client.ts";
import type { PspResponse } from "../psp-response.ts";
import { type Unknown, unknown } from "./unknown.ts";

const bases: Readonly<Record<Mode, string>> = {
  sandbox: "https://api-m.sandbox.paypal.com",
  live: "https://api-m.paypal.com",
};

export const paypalBase = (mode: Mode): string => bases[mode];

type App = { readonly mode: Mode; readonly credentials: Values; readonly timeoutMs?: number };

/** Asks for an access token of the REST app (OAuth 2.0, client credentials). */
export function requestToken(psp: PspClient, { mode, credentials, ...limit }: App): Promise<PspResponse> {
  const id = present(credentials.clientId, "the account's client ID");
  const secret = present(credentials.clientSecret, "the account's secret");
  return psp.send({
    method: "POST",
    base: paypalBase(mode),
    path: "/v1/oauth2/token",
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
    ...limit,
  });
}

type Token = { readonly kind: "token"; readonly token: string };

type Entry = {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** By the monotonic clock; infinite while the token is asked for. */
  endsAtMs: number;
  readonly answer: Promise<Token | Unknown>;
};

/** Earlier than its end by this, a token isn't used any more: the request takes time, and clocks differ. */
const marginMs = 60_000;

/**
 * The access tokens of all accounts, in memory only. A token lives about nine hours, and PayPal limits how often one may be asked for, so
 * calls of an account that need one at the same time share the answer.
 */
export class AccessTokens {
  readonly #psp: PspClient;
  readonly #entries = new Map<string, Entry>();

  constructor(psp: PspClient) {
    this.#psp = psp;
  }

  get({ id, mode, settings }: ConnectorAccount, timeoutMs: number): Promise<Token | Unknown> {
    const { clientId, clientSecret } = settings;
    const known = this.#entries.get(id);
    const isSame = known?.clientId === clientId && known?.clientSecret === clientSecret;
    if (known && isSame && performance.now() < known.endsAtMs) return known.answer;
    const asked = requestToken(this.#psp, { mode, credentials: settings, timeoutMs });
    const entry: Entry = {
      clientId,
      clientSecret,
      endsAtMs: Number.POSITIVE_INFINITY,
      answer: asked.then((response) => {
        entry.endsAtMs = performance.now() + lifeMs(response);
        return readToken(response);
      }),
    };
    this.#entries.set(id, entry);
    return entry.answer;
  }

  /** PayPal has refused an account's token. Another one may have replaced it meanwhile. */
  async drop({ id }: ConnectorAccount, refused: string): Promise<void> {
    const entry = this.#entries.get(id);
    const known = await entry?.answer;
    if (known?.kind === "token" && known.token === refused && this.#entries.get(id) === entry)
      this.#entries.delete(id);
  }
}

function readToken(response: PspResponse): Token | Unknown {
  if (response.kind === "no_response") return unknown(response.detail);
  const { status, body } = response;
  if (status === 401) return unknown("PayPal doesn't accept the account's client ID and secret (status 401)");
  const token = status === 200 ? textOf(body, "access_token") : null;
  return token === null ? unknown(`no access token (status ${status})`) : { kind: "token", token };
}

/** How long an answer may be used; 0 for one without a token. */
function lifeMs(response: PspResponse): number {
  if (readToken(response).kind === "unknown" || response.kind === "no_response") return 0;
  const { expires_in: seconds } = response.body as { readonly expires_in?: unknown };
  return typeof seconds === "number" ? Math.max(0, seconds * 1_000 - marginMs) : 0;
}
