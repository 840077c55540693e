import { createHash } from "node:crypto";
import { type PaymentMethodType, paymentMethodTypes } from "../contract.ts";

/**
 * What Kassa stores with objects at Mollie, to find them again: Mollie has no look-up by a reference. Mollie keeps about 1 kB of
 * metadata; this is less than half of that.
 */
export type ChargeMetadata = {
  /** The attempt's id. */
  readonly kassa_attempt: string;
  readonly kassa_session: string;
  readonly kassa_method: PaymentMethodType;
  /** The key of the void that released the payment, which is written just before the release is requested. */
  readonly kassa_void?: string | undefined;
  readonly kassa_void_reference?: string | undefined;
};

export type MovementMetadata = {
  readonly kassa_key: string;
  readonly kassa_reference?: string | undefined;
  /** Of a capture: whether it was the last one. */
  readonly kassa_final?: boolean | undefined;
};

/** Undefined for a payment that Kassa didn't make. */
export function readChargeMetadata(metadata: unknown): ChargeMetadata | undefined {
  const attempt = textIn(metadata, "kassa_attempt");
  const session = textIn(metadata, "kassa_session");
  const named = textIn(metadata, "kassa_method");
  const method = paymentMethodTypes.find((type) => type === named);
  if (attempt === undefined || session === undefined || method === undefined) return undefined;
  return {
    kassa_attempt: attempt,
    kassa_session: session,
    kassa_method: method,
    kassa_void: textIn(metadata, "kassa_void"),
    kassa_void_reference: textIn(metadata, "kassa_void_reference"),
  };
}

/** Undefined for a capture or refund that was made in Mollie's dashboard. */
export function readMovementMetadata(metadata: unknown): MovementMetadata | undefined {
  const key = textIn(metadata, "kassa_key");
  if (key === undefined) return undefined;
  const final = fieldIn(metadata, "kassa_final");
  return {
    kassa_key: key,
    kassa_reference: textIn(metadata, "kassa_reference"),
    ...(typeof final === "boolean" ? { kassa_final: final } : {}),
  };
}

function fieldIn(metadata: unknown, name: string): unknown {
  if (typeof metadata !== "object" || metadata === null || !Object.hasOwn(metadata, name)) return undefined;
  return (metadata as Readonly<Record<string, unknown>>)[name];
}

function textIn(metadata: unknown, name: string): string | undefined {
  const value = fieldIn(metadata, name);
  return typeof value === "string" ? value : undefined;
}

/** A UUID of version 4, as Mollie wants idempotency keys, that is always the same for the same key of Kassa. */
export function toIdempotencyKey(key: string): string {
  const bytes = createHash("sha256").update(`kassa mollie ${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
