import type { Keyring } from "../kernel/seal.ts";
import type { FormValues } from "./form-faults.ts";
import type { FormBody } from "./form-text.ts";
import { cardValuesToRedisplay } from "./parse-card-form.ts";
import { debitValuesToRedisplay } from "./parse-debit-form.ts";
import type { Checkout } from "./read-checkout.ts";

/** How long a page can be reloaded with what was typed before. */
const lifetimeMs = 15 * 60_000;

/**
 * Without a script the page of a declined payment is a new one. What needn't be typed again (the expiry date and the account
 * holder, never a number or a code) goes there in its address, sealed, so that it is stored nowhere and no log can tell it.
 */
export function sealValues(
  keyring: Keyring,
  { scope, session, nowMs }: Kept,
  body: FormBody,
): string | undefined {
  const { expiry } = cardValuesToRedisplay(body, nowMs);
  const { holder } = debitValuesToRedisplay(body, {});
  if (expiry === undefined && holder === undefined) return undefined;
  const text = JSON.stringify({ until: nowMs + lifetimeMs, values: { expiry, holder } });
  return keyring.seal({ table: "payment-page", ...scope, id: session.id }, text).toString("base64url");
}

/** The sealed values; none if the text is missing, too old, or from another session's page. */
export function openValues(keyring: Keyring, { scope, session, nowMs }: Kept, sealed: unknown): FormValues {
  if (typeof sealed !== "string" || sealed.length > 1_000) return {};
  try {
    const bytes = Buffer.from(sealed, "base64url");
    const text = keyring.open({ table: "payment-page", ...scope, id: session.id }, bytes);
    const { until, values }: { until: number; values: FormValues } = JSON.parse(text);
    return nowMs < until ? values : {};
  } catch {
    return {};
  }
}

type Kept = Pick<Checkout, "scope" | "session" | "nowMs">;
