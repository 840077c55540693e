import { timingSafeEqual } from "node:crypto";
import { idTimeMs, makeId, parseId, randomTenantKey } from "../kernel/id.ts";
import type { Keyring } from "../kernel/seal.ts";
import { makeFormToken } from "./form-token.ts";
import { localizedPath } from "./links.ts";
import type { Locale } from "./locale.ts";
import type { OpenPage } from "./view-model.ts";

/**
 * A probe is the address of a payment page that has no session behind it: Kassa opens it from outside, as a consumer
 * would, to see whether what arrives is what was sent. It looks like any live session's, for whoever puts a script into
 * pages on their way may leave out those that don't; only who has this installation's secret key can make or recognise
 * one. Its page has the forms of one that can be paid, and what they post is answered "not found". See
 * docs/decisions/0011.
 */
const lifetimeMs = 10 * 60_000;

/** As long as the random part of an id. */
const signatureLength = 22;

/** A new probe. `nowMs` is the database's time. */
export function makeProbe(keyring: Keyring, nowMs: number): string {
  const id = makeId("cs", "live", randomTenantKey(), nowMs);
  return signed(keyring, id.slice(0, -signatureLength));
}

/** Whether an id is a probe that was made within ten minutes of `nowMs`: commands go by their own machine's clock. */
export function isProbe(keyring: Keyring, id: string, nowMs: number): boolean {
  if (parseId(id, "cs")?.mode !== "live") return false;
  if (Math.abs(nowMs - idTimeMs(id)) >= lifetimeMs) return false;
  return timingSafeEqual(Buffer.from(signed(keyring, id.slice(0, -signatureLength))), Buffer.from(id));
}

/** The head of an id, and in place of its random digits as many that follow from the head and the key. */
function signed(keyring: Keyring, head: string): string {
  // Base 64 without its signs is base 62. Two digests have 86 digits, so 22 are always left.
  const digits = ["1", "2"]
    .map((part) => keyring.digest("page-probes", `${part} ${head}`).toString("base64"))
    .join("");
  return head + digits.replace(/[^0-9A-Za-z]/g, "").slice(0, signatureLength);
}

/** The page of a probe. The same probe gives the same page, whoever makes it and when. */
export function probeView(keyring: Keyring, probe: string, locale: Locale): OpenPage {
  const pageUrl = `/pay/${probe}`;
  return {
    state: "open",
    mode: "live",
    locale,
    pageUrl,
    merchant: { name: "Page check" },
    order: { amountMinor: 100, currency: "EUR", lineItems: [], adjustments: [], description: null },
    methods: ["wallet", "bank_transfer"],
    method: "wallet",
    expiresAt: "2099-12-31T12:00:00.000Z",
    now: "2099-12-30T12:00:00.000Z",
    submitUrl: localizedPath(pageUrl, locale),
    formToken: probeToken(keyring, probe),
    cancelUrl: localizedPath(`${pageUrl}/cancelled`, locale),
    testCards: [],
    testAccounts: [],
  };
}

/** The token in the forms of a probe's page, the one part of it beside the probe itself that differs each time. */
export function probeToken(keyring: Keyring, probe: string): string {
  return makeFormToken(keyring, probe, idTimeMs(probe));
}
