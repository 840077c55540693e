import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  Connector,
  FindChargeOutcome,
  FindMovementOutcome,
  FindMovementRequest,
  ListChargesOutcome,
  ListChargesRequest,
  MovementOutcome,
  RefundRequest,
  VoidRequest,
} from "../contract.ts";
import type { DisputeOutcome, DisputeRequest } from "../disputes.ts";
import type { DeskTransfer, TransferDesk } from "./desk.ts";
import { bankTransfer } from "./kind.ts";
import { chargeFacts, listedCharge, outcomeOf, refundOutcome, reversalFacts } from "./translate.ts";

/**
 * The connector to the merchant's own bank accounts. Customers send transfers, bank statements tell what arrived, and the merchant
 * hands refunds to the bank. There is no PSP to call: the desk answers.
 */
export function createBankTransferConnector(desk: TransferDesk): Connector {
  return {
    name: bankTransfer.name,
    title: bankTransfer.title,
    proof: "look_up",
    capabilities: bankTransfer.capabilities,
    direct: { methods: ["bank_transfer"], authorize: (request) => answered(() => expect(desk, request)) },
    // Transfers are captured when they arrive.
    capture: async () => ({ kind: "refused", reason: "already_captured" }),
    void: (request) => answered(() => end(desk, request)),
    refund: (request) => answered(() => refund(desk, request)),
    findCharge: (charge) =>
      answered(async (): Promise<FindChargeOutcome> => {
        const transfer = await desk.find(charge.account, charge.idempotencyKey);
        if (!transfer) return { kind: "not_charged" };
        return { kind: "found", outcome: outcomeOf(transfer), charge: chargeFacts(transfer) };
      }),
    findMovement: (request) => answered(() => findMovement(desk, request)),
    listCharges: (request) => answered(() => listCharges(desk, request)),
    disputes: { find: (request) => answered(() => findDispute(desk, request)) },
    parseNotification: async () => ({ kind: "refused", detail: "banks don't notify; import a statement" }),
  };
}

type Unknown = { readonly kind: "unknown"; readonly detail: string };

/** The database can't be used, or the commit's outcome isn't known. Everything can be asked again. */
async function answered<Outcome>(ask: () => Promise<Outcome>): Promise<Outcome | Unknown> {
  try {
    return await ask();
  } catch (error) {
    return { kind: "unknown", detail: error instanceof Error ? error.message : String(error) };
  }
}

async function expect(desk: TransferDesk, request: AuthorizeRequest): Promise<AuthorizeOutcome> {
  const {
    account,
    idempotencyKey: attemptId,
    session: sessionId,
    amount,
    currency,
    country,
    clock,
  } = request;
  const clockId = clock?.id ?? null;
  const expected = await desk.expect(account, {
    ...{ attemptId, sessionId, amount, currency, clockId },
    country: country ?? null,
  });
  // The account was disabled since the page was shown.
  if (expected === "no_account")
    return { kind: "declined", pspReference: null, reason: "currency_not_supported" };
  return outcomeOf(expected);
}

async function end(desk: TransferDesk, { charge }: VoidRequest): Promise<MovementOutcome> {
  return outcomeOfEnd(await desk.end(charge.account, charge.idempotencyKey)) ?? notEnded;
}

const notEnded: MovementOutcome = { kind: "unknown", detail: "the transfer was not given up" };

/** Undefined while the transfer is open. */
function outcomeOfEnd(
  transfer: DeskTransfer | undefined,
): Extract<MovementOutcome, { kind: "succeeded" | "refused" }> | undefined {
  if (!transfer) return { kind: "refused", reason: "already_voided" };
  switch (transfer.status) {
    case "ended":
      return { kind: "succeeded", pspReference: transfer.id };
    case "paid":
      return { kind: "refused", reason: "already_captured" };
    case "open":
      return undefined;
  }
}

async function refund(desk: TransferDesk, request: RefundRequest): Promise<MovementOutcome> {
  const { charge, idempotencyKey: key, amount, currency } = request;
  const noted = await desk.refund(charge.account, {
    attemptId: charge.idempotencyKey,
    key,
    amount,
    currency,
  });
  return refundOutcome(noted);
}

async function findMovement(
  desk: TransferDesk,
  { charge, idempotencyKey, kind, amount }: FindMovementRequest,
): Promise<FindMovementOutcome> {
  const { account, idempotencyKey: attemptId } = charge;
  switch (kind) {
    case "capture":
      return { kind: "not_found" };
    case "void": {
      const outcome = outcomeOfEnd(await desk.find(account, attemptId));
      return outcome ? { kind: "found", outcome } : { kind: "not_found" };
    }
    case "refund": {
      const noted = await desk.findRefund(account, idempotencyKey);
      if (!noted) return { kind: "not_found" };
      const isSame = noted.amount === amount && noted.attemptId === attemptId;
      return isSame ? { kind: "found", outcome: refundOutcome(noted) } : { kind: "key_reused" };
    }
  }
}

async function listCharges(
  desk: TransferDesk,
  { account, changedAfter, cursor }: ListChargesRequest,
): Promise<ListChargesOutcome> {
  const createdAfter = new Date(changedAfter);
  const { transfers, next } = await desk.listFollowing(account, { createdAfter, cursor });
  return { kind: "page", charges: transfers.map(listedCharge), next };
}

async function findDispute(
  desk: TransferDesk,
  { account, pspReference }: DisputeRequest,
): Promise<DisputeOutcome> {
  const reversal = await desk.findReversal(account, pspReference);
  if (!reversal) return { kind: "refused", detail: "no statement has such a reversal" };
  return { kind: "known", dispute: reversalFacts(pspReference, reversal) };
}
