import { hash } from "node:crypto";
import type { TenantScope } from "../database/transaction.ts";

/** What a refund is for, in a way that a database restored from a backup finds again. */
export type RefundCause =
  /** The key of the movement, which is derived from the request or from the charge. */
  | { readonly movementKey: string }
  /** The entry whose money goes back, by the key that it has in every file, and the number of its transaction; 0 for the whole entry. */
  | { readonly entryKey: string; readonly number: number };

/** In place of the hexadecimal digits. One in 500 hashes holds digits that look like a card number, which is redacted when a statement is imported. */
const letters = "ABCDEFGHIJKLMNOP";

/**
 * The EndToEndId of a refund. The same cause always has the same one: if the database has forgotten a refund that was handed to the
 * bank, and it is requested again, the statement still confirms it. At most 35 characters; capitals only, which every bank accepts.
 */
export function endToEndIdOf({ tenantId, mode }: TenantScope, cause: RefundCause): string {
  const of = "movementKey" in cause ? cause.movementKey : `${cause.entryKey} ${cause.number}`;
  const digest = hash("sha256", `bank refund ${mode} ${tenantId} ${of}`).slice(0, 24);
  return `KASSA${digest.replace(/[0-9a-f]/g, (digit) => letters.charAt(Number.parseInt(digit, 16)))}`;
}

export const endToEndIdPattern = /^KASSA[A-P]{24}$/;
