import { ApiError } from "./errors.ts";

/** The credentials of one account: an API key a mode, and an organization token for both modes. */
export type ApiKeys = { readonly test: string; readonly live: string; readonly organization: string };

export type Credential = { readonly livemode: boolean; readonly kind: "api_key" | "organization" };

/** @param testmode of the query or body; only organization tokens may send it @throws ApiError 401 */
export function authenticate(
  authorization: string | undefined,
  testmode: unknown,
  keys: ApiKeys,
): Credential {
  const [, token] = /^Bearer (\S+)$/.exec(authorization ?? "") ?? [];
  if (token === keys.test) return { livemode: false, kind: "api_key" };
  if (token === keys.live) return { livemode: true, kind: "api_key" };
  if (token === keys.organization)
    return { livemode: testmode !== true && testmode !== "true", kind: "organization" };
  throw new ApiError(401, "Unauthorized Request", "Missing authentication, or failed to authenticate");
}

/** @throws ApiError 403 for an API key, which can't see balances and settlements */
export function requireOrganization(kind: Credential["kind"]): void {
  if (kind === "api_key")
    throw new ApiError(403, "Forbidden", "The API key can't be used here. Use an access token instead.");
}
