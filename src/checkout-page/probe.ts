import { timingSafeEqual } from "node:crypto";
import { idTimeMs, makeId, parseId, randomTenantKey } from "../kernel/id.ts";
import type { Keyring } from "../kernel/seal.ts";
import { makeFormToken } from "./form-token.ts";
import { localizedPath } from "./links.ts";
import type { Locale } from "./locale.ts";
import type { OpenPage } from "./view-model.ts";

/**
 * A probe is the id of a payment page without a session. Kassa opens it from outside, as a customer would, to check that
 * the page arrives as it was sent. A probe looks like the id of a live session, because an attacker who injects a script
 * could otherwise leave probes out. Making or recognising one takes the installation's secret key. The page has the forms
 * of an open session; posting one returns "not found". See docs/decisions/0011.
 */
const lifetimeMs = 10 * 60_000;

/** The length of the random part of an id. */
const signatureLength = 22;

/** Makes a new probe. `nowMs` is the database's time. */
export function makeProbe(keyring: Keyring, nowMs: number): string {
  const id = makeId("cs", "live", randomTenantKey(), nowMs);
  return signed(keyring, id.slice(0, -signatureLength));
}

/** Whether an id is a probe made within ten minutes of `nowMs`, earlier or later, because commands use their machine's clock. */
export function isProbe(keyring: Keyring, id: string, nowMs: number): boolean {
  if (parseId(id, "cs")?.mode !== "live") return false;
  if (Math.abs(nowMs - idTimeMs(id)) >= lifetimeMs) return false;
  return timingSafeEqual(Buffer.from(signed(keyring, id.slice(0, -signatureLength))), Buffer.from(id));
}

/** The head of an id, followed by a signature of the head in place of the random digits. */
function signed(keyring: Keyring, head: string): string {
  // Base64 without its three signs is base 62. Two digests have 86 digits, enough to leave 22.
  const digits = ["1", "2"]
    .map((part) => keyring.digest("page-probes", `${part} ${head}`).toString("base64"))
    .join("");
  return head + digits.replace(/[^0-9A-Za-z]/g, "").slice(0, signatureLength);
}

/** The page of a probe. The same probe gives the same page in every process and at any time. */
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
    providers: new Map(),
    brands: new Map(),
    cardBrands: [],
    attempts: 0,
    method: "wallet",
    expiresAt: "2099-12-31T12:00:00.000Z",
    now: "2099-12-30T12:00:00.000Z",
    moreTime: null,
    submitUrl: localizedPath(pageUrl, locale),
    formToken: probeToken(keyring, probe),
    cancelUrl: localizedPath(`${pageUrl}/cancelled`, locale),
    details: [],
    testCards: [],
    testAccounts: [],
    wrongTestNumbers: [],
  };
}

/** The form token of a probe's page. Only it and the probe itself differ between the pages of two probes. */
export function probeToken(keyring: Keyring, probe: string): string {
  return makeFormToken(keyring, probe, idTimeMs(probe));
}
