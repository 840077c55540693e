import type { CallOptions, ListChargesOutcome, ListChargesRequest, ListedCharge } from "../contract.ts";
import { type Calls, type Client, unclear } from "./client.ts";
import { type Found, readCursor, type Scan, scans, startCursor, writeCursor } from "./list-cursor.ts";
import { listPath, nextItem } from "./lists.ts";
import { readChargeMetadata } from "./metadata.ts";
import { cardOf, chargebacksOf, translateAuthorization } from "./translate.ts";
import { listMovements } from "./translate-movements.ts";
import { type Unknown, unknown } from "./unknown.ts";
import {
  type WireChargeback,
  type WireListedPayment,
  type WirePayment,
  type WireRefund,
  wireChargebacks,
  wirePayments,
  wireRefunds,
} from "./wire.ts";

const dayMs = 86_400_000;

/**
 * How long before `changedAfter` an object may have been made that has changed since. Payments: Mollie's longest authorization lasts 28
 * days; a bank transfer expires after 12. Refunds: they fail within weeks. Chargebacks: months pass before they are reversed.
 */
const changesForMs: Readonly<Record<Scan, number>> = {
  payments: 29 * dayMs,
  refunds: 29 * dayMs,
  chargebacks: 180 * dayMs,
};

/** Charges a page: each is a request of its own, and they share the time limit of one call. */
const chargesAPage = 10;

/** With more changed charges than this, the list is unknown: its cursor would grow beyond 1 MB. */
const chargesAtMost = 20_000;

/**
 * Lists the charges of Kassa that changed, in order of change. Mollie lists payments, refunds and chargebacks by creation only. So the
 * first calls read these three lists, newest first, a page of 250 a call, and return no charges; the cursor carries the ids of what has
 * changed with the times. The calls after them read the changed payments in order, ten a call. A charge counts as changed at the time that the
 * lists gave, even if it changes again meanwhile: the next comparison then lists it again.
 *
 * Mollie gives no time for the changes of refunds and captures. So refunds that failed and payments with captures that still have an
 * authorization are listed each time, with their last known change.
 */
export async function listCharges(
  client: Client,
  request: ListChargesRequest,
  call: CallOptions,
): Promise<ListChargesOutcome> {
  const cursor = request.cursor === null ? startCursor() : readCursor(request.cursor);
  if (!cursor) return unknown("the cursor can't be read");
  const calls = client(call);
  if (cursor.scan === "charges") return readCharges(calls, request, cursor.found);
  const read = await readPage(calls, request, cursor.scan, cursor.from);
  if (read.kind === "unknown") return read;
  const found = merge(cursor.found, read.found);
  if (found.length > chargesAtMost) return unknown(`more than ${chargesAtMost} charges have changed`);
  if (read.next !== null)
    return { kind: "page", charges: [], next: writeCursor({ scan: cursor.scan, from: read.next, found }) };
  const scan = scans[scans.indexOf(cursor.scan) + 1];
  if (scan) return { kind: "page", charges: [], next: writeCursor({ scan, from: null, found }) };
  const inOrder = found.toSorted(([, one], [, other]) => one - other);
  return readCharges(calls, request, inOrder);
}

/** What of a page has changed, and with which item the next one begins; null if the list was read back far enough. */
type Read = { readonly kind: "read"; readonly found: readonly Found[]; readonly next: string | null };

async function readPage(
  calls: Calls,
  { account, changedAfter }: ListChargesRequest,
  scan: Scan,
  from: string | null,
): Promise<Read | Unknown> {
  const response = await calls.send({ account, method: "GET", path: listPath(`/${scan}`, from) });
  if (response.kind === "no_response" || response.status !== 200) return unclear(response);
  const listed = itemsIn(scan, response.body, Date.parse(changedAfter));
  if (!listed) return unknown("the response has an unexpected shape");
  const next = nextItem(listed.links);
  if (next === undefined) return unknown("the list's next page has no beginning");
  const oldestMs = Date.parse(changedAfter) - changesForMs[scan];
  return { kind: "read", found: listed.found, next: listed.oldestMs < oldestMs ? null : next };
}

/** Undefined for a body of another shape. */
function itemsIn(scan: Scan, body: unknown, afterMs: number) {
  switch (scan) {
    case "payments":
      return wirePayments.fits(body)
        ? pageOf(body._embedded.payments, body._links, (item) => changeOfPayment(item, afterMs))
        : undefined;
    case "refunds":
      return wireRefunds.fits(body)
        ? pageOf(body._embedded.refunds, body._links, (item) => changeOfRefund(item, afterMs))
        : undefined;
    case "chargebacks":
      return wireChargebacks.fits(body)
        ? pageOf(body._embedded.chargebacks, body._links, (item) => changeOfChargeback(item, afterMs))
        : undefined;
  }
}

function pageOf<Item extends { readonly createdAt: string }>(
  items: readonly Item[],
  links: Parameters<typeof nextItem>[0],
  changeOf: (item: Item) => Found | undefined,
) {
  const oldestMs = Math.min(...items.map(({ createdAt }) => Date.parse(createdAt)));
  return { found: items.map(changeOf).filter((found) => found !== undefined), links, oldestMs };
}

const latest = (times: readonly (string | null | undefined)[]): number =>
  Math.max(...times.map((time) => (time ? Date.parse(time) : 0)));

function changeOfPayment(payment: WireListedPayment, afterMs: number): Found | undefined {
  if (!readChargeMetadata(payment.metadata)) return undefined;
  const { id, status, createdAt, authorizedAt, paidAt, canceledAt, expiredAt, failedAt } = payment;
  const changedMs = latest([createdAt, authorizedAt, paidAt, canceledAt, expiredAt, failedAt]);
  const mayHaveCaptures = status === "authorized" && !!payment._links.captures;
  return changedMs > afterMs || mayHaveCaptures ? [id, changedMs] : undefined;
}

function changeOfRefund({ paymentId, createdAt, status }: WireRefund, afterMs: number): Found | undefined {
  const changedMs = Date.parse(createdAt);
  const isRecent = changedMs > afterMs - changesForMs.refunds;
  const mayHaveFailed = isRecent && (status === "failed" || status === "canceled");
  return changedMs > afterMs || mayHaveFailed ? [paymentId, changedMs] : undefined;
}

function changeOfChargeback({ paymentId, createdAt, reversedAt }: WireChargeback, afterMs: number) {
  const changedMs = latest([createdAt, reversedAt]);
  return changedMs > afterMs ? ([paymentId, changedMs] as const) : undefined;
}

/** Each payment once, with its last change. */
function merge(known: readonly Found[], more: readonly Found[]): readonly Found[] {
  const changes = new Map(known);
  for (const [id, ms] of more) changes.set(id, Math.max(ms, changes.get(id) ?? 0));
  return [...changes];
}

/** The first of the changed charges. One that can't be translated makes the page unknown: none may be skipped silently. */
async function readCharges(
  calls: Calls,
  { account }: ListChargesRequest,
  changed: readonly Found[],
): Promise<ListChargesOutcome> {
  const charges: ListedCharge[] = [];
  for (const [id, changedMs] of changed.slice(0, chargesAPage)) {
    const read = await calls.readPayment(account, id);
    if (read.kind === "unknown") return read;
    const listed = toListedCharge(read.payment, new Date(changedMs));
    if (listed === undefined) return unknown(`the payment ${id} can't be translated`);
    if (listed !== "foreign") charges.push(listed);
  }
  const found = changed.slice(chargesAPage);
  const next = found.length === 0 ? null : writeCursor({ scan: "charges", from: null, found });
  return { kind: "page", charges, next };
}

function toListedCharge(payment: WirePayment, changedAt: Date): ListedCharge | "foreign" | undefined {
  const metadata = readChargeMetadata(payment.metadata);
  if (!metadata) return "foreign";
  const outcome = translateAuthorization(payment);
  const movements = listMovements(payment);
  if (outcome.kind === "unknown" || movements === undefined) return undefined;
  return {
    changedAt,
    idempotencyKey: metadata.kassa_attempt,
    session: metadata.kassa_session,
    method: metadata.kassa_method,
    card: cardOf(payment),
    bankAccount: null,
    outcome,
    movements,
    disputes: chargebacksOf(payment).map(({ id }) => `${payment.id}/${id}`),
  };
}
