import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Candidate } from "../statement-matching/candidate.ts";
import { nameWords } from "../statement-matching/normal-text.ts";
import type { EntryPart } from "./entry-parts.ts";
import {
  getTransfer,
  selectOpenByPayerAccount,
  selectOpenByPayerName,
  selectTransfersByReference,
} from "./queries.ts";
import { referenceTokens } from "./reference-tokens.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/** The ids of the transfers that a part may be for. */
type Found = { readonly byReference: readonly string[]; readonly byPayer: readonly string[] };

/**
 * The expected transfers that some money may be for, as they are in the course of a transaction. They are looked up by index: those with a
 * reference that the payer wrote, and otherwise the open ones of the payer's name or account with that amount. So the work for an entry
 * doesn't grow with the number of open transfers.
 */
export class TransfersInHand {
  readonly #byId = new Map<string, ExpectedTransfer>();
  readonly #byReference = new Map<string, string>();
  readonly #byPart = new Map<EntryPart, Found>();
  readonly #changed = new Set<string>();

  /** Reads what the parts may be for. The caller holds the lock of the tenant's matching. */
  async read(trx: TenantTransaction, parts: readonly EntryPart[]): Promise<void> {
    const tokens = new Map(parts.map((part) => [part, referenceTokens(part.incoming)]));
    const wanted = [...new Set([...tokens.values()].flat())].filter((token) => !this.#byReference.has(token));
    const found = wanted.length === 0 ? [] : await selectTransfersByReference(trx, wanted);
    this.#take(found);
    for (const { id, reference } of found) this.#byReference.set(reference, id);
    await Promise.all(parts.map((part) => this.#readOf(trx, part, tokens.get(part) ?? [])));
  }

  async #readOf(trx: TenantTransaction, part: EntryPart, tokens: readonly string[]): Promise<void> {
    const byReference = tokens.flatMap((token) => this.#byReference.get(token) ?? []);
    // A reference decides, whoever pays. A reversal isn't a payment.
    const isDecided = byReference.length > 0 || part.isReversal;
    const ofPayer = isDecided ? [] : await openOfPayer(trx, part);
    this.#take(ofPayer);
    this.#byPart.set(part, { byReference, byPayer: ofPayer.map(({ id }) => id) });
  }

  /** What was changed in the transaction is newer than what a query finds. */
  #take(transfers: readonly ExpectedTransfer[]): void {
    for (const transfer of transfers) if (!this.#byId.has(transfer.id)) this.#byId.set(transfer.id, transfer);
  }

  /** What the part may be for, for `matchEntry`. */
  candidatesFor(part: EntryPart): Candidate[] {
    const { byReference, byPayer } = present(this.#byPart.get(part), "what was read for the part");
    // One of the payer's may have been paid by another part meanwhile.
    const open = byPayer.map((id) => this.get(id)).filter(({ status }) => status === "open");
    return [...byReference.map((id) => this.get(id)), ...open].map(toCandidate);
  }

  get(id: string): ExpectedTransfer {
    return present(this.#byId.get(id), `the transfer ${id}`);
  }

  /** The same, of one that may not have been read yet. */
  async fetch(trx: TenantTransaction, id: string): Promise<ExpectedTransfer> {
    if (!this.#byId.has(id)) this.#take([present(await getTransfer(trx, id), "the transfer of a match")]);
    return this.get(id);
  }

  put(transfer: ExpectedTransfer): void {
    this.#byId.set(transfer.id, transfer);
    this.#changed.add(transfer.id);
  }

  /** The transfers that were put, as they are now. */
  changed(): ExpectedTransfer[] {
    return [...this.#changed].map((id) => this.get(id));
  }
}

export const toCandidate = (transfer: ExpectedTransfer): Candidate => ({
  id: transfer.id,
  references: [transfer.reference],
  amountMinor: transfer.amountMinor,
  currency: transfer.currency,
  payerName: transfer.payerName,
  payerAccount: transfer.payerAccount,
});

/** Of many only the first are read: if more than one fits, a person decides. */
const ofPayerAtMost = 2;

/** Open transfers of the amount and of who paid it. */
export async function openOfPayer(trx: TenantTransaction, part: EntryPart): Promise<ExpectedTransfer[]> {
  const { amountMinor, payerName, payerAccount } = part.incoming;
  const words = nameWords(payerName ?? "");
  const found = await Promise.all([
    words.length > 1
      ? selectOpenByPayerName(trx, part.bankAccountId, amountMinor, words.join(" "), ofPayerAtMost)
      : [],
    payerAccount !== null
      ? selectOpenByPayerAccount(trx, part.bankAccountId, amountMinor, payerAccount, ofPayerAtMost)
      : [],
  ]);
  return [...new Map(found.flat().map((transfer) => [transfer.id, transfer])).values()];
}
