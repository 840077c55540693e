import { randomBytes } from "node:crypto";
import { ApiError, OAuthError } from "./errors.ts";
import { makeId } from "./state.ts";
import type { World } from "./world.ts";

/** Of one REST app. */
export type AppCredentials = { readonly clientId: string; readonly clientSecret: string };

const scopes = [
  "https://uri.paypal.com/services/payments/payment/authcapture",
  "https://uri.paypal.com/services/payments/refund",
  "https://uri.paypal.com/services/payments/realtimepayment",
  "https://uri.paypal.com/services/applications/webhooks",
  "https://uri.paypal.com/services/disputes/read-seller",
  "https://uri.paypal.com/services/disputes/update-seller",
  "https://uri.paypal.com/services/reporting/search/read",
];

/** Access tokens, which the app's id and secret are exchanged for. */
export class AccessTokens {
  readonly #world: World;
  readonly #app: AppCredentials;
  readonly #expiresAt = new Map<string, number>();

  constructor(world: World, app: AppCredentials) {
    this.#world = world;
    this.#app = app;
  }

  /** @param authorization of the request, which has to be `Basic` @throws OAuthError 401, ApiError for another grant */
  issue(authorization: string | undefined, form: string): object {
    const { clientId, clientSecret } = this.#app;
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    if (authorization !== expected) throw new OAuthError("invalid_client", "Client Authentication failed");
    const grant = new URLSearchParams(form).get("grant_type");
    if (grant !== "client_credentials")
      throw new ApiError(400, "INVALID_REQUEST", [{ issue: "INVALID_PARAMETER_VALUE", field: "grant_type" }]);
    const { tokenSeconds } = this.#world.settings;
    const now = this.#world.clock.now();
    const token = `A21AA${randomBytes(69).toString("base64url")}`;
    this.#expiresAt.set(token, now + tokenSeconds);
    return {
      scope: scopes.join(" "),
      access_token: token,
      token_type: "Bearer",
      app_id: `APP-${makeId()}`,
      expires_in: tokenSeconds,
      nonce: `${new Date(now * 1000).toISOString()}${randomBytes(24).toString("base64url")}`,
    };
  }

  /** @throws ApiError 401 without a token, OAuthError 401 for one that is unknown or has expired */
  check(authorization: string | undefined): void {
    const [, token] = /^Bearer (\S+)$/.exec(authorization ?? "") ?? [];
    if (token === undefined) throw new ApiError(401, "AUTHENTICATION_FAILURE");
    const expiresAt = this.#expiresAt.get(token);
    if (expiresAt === undefined || expiresAt <= this.#world.clock.now())
      throw new OAuthError("invalid_token", "Token signature verification failed");
  }

  /** From now on, no token that was issued is valid. */
  revokeAll(): void {
    this.#expiresAt.clear();
  }
}
