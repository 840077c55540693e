import type { Transaction } from "../database/transaction.ts";
import { type Charge, describeCharge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { type Dispute, describeDispute } from "./dispute.ts";
import { makeNotificationId } from "./ids.ts";
import { describeMovement, type Movement } from "./movement.ts";
import { insertNotification } from "./queries/notifications.ts";

/** Tells the account of a charge that changed since the answer it got. */
export async function notifyOfCharge(
  deps: Pick<SandboxPspDeps, "publicUrl">,
  trx: Transaction,
  charge: Charge,
): Promise<void> {
  const data = describeCharge(charge, deps.publicUrl());
  await notify(trx, { type: "charge.updated", account: charge.account, charge: charge.id, data });
}

/** Tells the account of a refund that arrived, failed or came back. */
export async function notifyOfMovement(trx: Transaction, movement: Movement): Promise<void> {
  const { account, charge } = movement;
  await notify(trx, { type: "movement.updated", account, charge, data: describeMovement(movement) });
}

/** Tells the account of a dispute that was opened or went on. */
export async function notifyOfDispute(trx: Transaction, dispute: Dispute): Promise<void> {
  const { account, charge } = dispute;
  await notify(trx, { type: "dispute.updated", account, charge, data: describeDispute(dispute) });
}

async function notify(
  trx: Transaction,
  told: { readonly type: string; readonly account: string; readonly charge: string; readonly data: object },
): Promise<void> {
  const id = makeNotificationId();
  const { type, account, charge, data } = told;
  const createdAt = new Date().toISOString();
  const body = { object: "notification", id, type, mode: "sandbox", account, createdAt, data };
  await insertNotification(trx, { id, account, charge, body: JSON.stringify(body) });
}
