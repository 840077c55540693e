import { standaloneKeyring } from "../../test/support/keyring.ts";
import type { ReceiptContent } from "./schemas.ts";
import type { PublishedKey, SealedKey } from "./signing-key.ts";
import { makeSigningKey, openSigningKey, type SigningKey } from "./signing-key.ts";

const keyring = standaloneKeyring();

/** A key pair. */
export function newKey(mode: "live" | "sandbox" = "sandbox"): {
  sealed: SealedKey & PublishedKey;
  signing: SigningKey;
} {
  const sealed = makeSigningKey(keyring, mode);
  return { sealed: { ...sealed, withdrawnAt: null }, signing: openSigningKey(keyring, sealed) };
}

/** The content of a receipt, with characters that are difficult for JSON serializers. */
export const sampleContent: Omit<ReceiptContent, "keyId"> = {
  object: "receipt",
  version: 1,
  id: "rct_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUfK",
  number: "7XK3-9QPM-2WTA-6HZR",
  mode: "sandbox",
  notice: "Sandbox: this is the receipt of a test. No real money was paid.",
  issuer: "https://pay.example",
  session: "cs_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUfK",
  payment: "pay_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUfK",
  merchant: {
    id: "ten_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4h",
    name: "Jardín “Füße & 花” 🌿",
    supportEmail: "hello@shop.example",
    supportUrl: null,
    supportPhone: "+49 30 1234567",
  },
  description: 'Two lines:\n"quoted" \\ and a slash /',
  lineItems: [{ name: "Terracotta pot, 24 cm", quantity: 2, unitAmount: 1450 }],
  adjustments: null,
  amountDetails: null,
  amountOrdered: 2900,
  amount: 2000,
  currency: "EUR",
  captures: [
    { amount: 1500, capturedAt: "2026-11-21T10:00:00.000Z" },
    { amount: 500, capturedAt: "2026-11-22T10:00:00.000Z" },
  ],
  method: { type: "card", card: { brand: "visa", last4: "4242" }, bankAccount: null },
  paidAt: "2026-11-22T10:00:00.000Z",
  createdAt: "2026-11-22T10:00:01.000Z",
};
