import { ApiError } from "./errors.ts";

/** The account's secret keys, one a mode. */
export type ApiKeys = { readonly test: string; readonly live: string };

/** Whether the key is the live one. @throws ApiError 401 for a missing or unknown key */
export function authenticate(authorization: string | undefined, keys: ApiKeys): boolean {
  const key = keyOf(authorization ?? "");
  if (key === undefined)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (key === keys.test) return false;
  if (key === keys.live) return true;
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`);
}

function keyOf(authorization: string): string | undefined {
  const [, scheme, value = ""] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme?.toLowerCase() === "bearer") return value;
  if (scheme === undefined) return undefined;
  return Buffer.from(value, "base64").toString().split(":")[0] || undefined;
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, { message, type: "invalid_request_error" });
}
