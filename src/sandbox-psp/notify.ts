import type { Transaction } from "../database/transaction.ts";
import { type Charge, toApiCharge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { type Dispute, toApiDispute } from "./dispute.ts";
import { makeNotificationId } from "./ids.ts";
import { type Movement, toApiMovement } from "./movement.ts";
import { insertNotification } from "./queries/notifications.ts";

/** Notifies the account that a charge has changed since the API's answer. */
export async function notifyOfCharge(
  deps: Pick<SandboxPspDeps, "publicUrl">,
  trx: Transaction,
  charge: Charge,
): Promise<void> {
  const data = toApiCharge(charge, deps.publicUrl());
  await notify(trx, { type: "charge.updated", account: charge.account, charge: charge.id, data });
}

/** Notifies the account of a movement: a refund that succeeded, failed or came back, or one made in the dashboard. */
export async function notifyOfMovement(trx: Transaction, movement: Movement): Promise<void> {
  const { account, charge } = movement;
  await notify(trx, { type: "movement.updated", account, charge, data: toApiMovement(movement) });
}

/** Notifies the account of a dispute that was opened or has changed. */
export async function notifyOfDispute(trx: Transaction, dispute: Dispute): Promise<void> {
  const { account, charge } = dispute;
  await notify(trx, { type: "dispute.updated", account, charge, data: toApiDispute(dispute) });
}

async function notify(
  trx: Transaction,
  notification: {
    readonly type: string;
    readonly account: string;
    readonly charge: string;
    readonly data: object;
  },
): Promise<void> {
  const id = makeNotificationId();
  const { type, account, charge, data } = notification;
  const createdAt = new Date().toISOString();
  const body = { object: "notification", id, type, mode: "sandbox", account, createdAt, data };
  await insertNotification(trx, { id, account, charge, body: JSON.stringify(body) });
}
