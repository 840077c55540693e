import type { Transaction } from "../database/transaction.ts";
import { logApproval } from "./authorize.ts";
import { approval, type Charge, type ChargeState, decline, describeCharge } from "./charge.ts";
import { decideDue } from "./decide-charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import {
  findChallenge,
  insertNotification,
  lockChallenge,
  lockDueCharge,
  setChargeState,
} from "./queries.ts";

/** What the consumer did on the issuer's page. */
export type ChallengeChoice = "complete" | "fail";

/** The charge whose challenge has this id. */
export async function readChallenge(deps: SandboxPspDeps, challengeId: string): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp((trx) => findChallenge(trx, challengeId));
}

/** Ends a challenge by the consumer's choice. The first choice counts; later ones find the charge as it is. */
export async function answerChallenge(
  deps: SandboxPspDeps,
  challengeId: string,
  choice: ChallengeChoice,
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp(async (trx) => {
    const charge = await lockChallenge(trx, challengeId);
    if (charge?.status !== "action_required") return charge;
    return await settle(
      deps,
      trx,
      charge,
      choice === "complete" ? approval(charge) : decline("authentication_failed"),
    );
  });
}

/** Decides one charge whose time has come. False when there is none. */
export async function settleOneDueCharge(
  deps: Pick<SandboxPspDeps, "database" | "publicUrl">,
): Promise<boolean> {
  return await deps.database.inSandboxPsp(async (trx) => {
    const charge = await lockDueCharge(trx);
    const state = charge && decideDue(charge);
    if (!charge || !state) return false;
    await settle(deps, trx, charge, state);
    return true;
  });
}

/** The new state, its line in the charge log and the notification that tells of it, all or nothing. */
async function settle(
  deps: Pick<SandboxPspDeps, "publicUrl">,
  trx: Transaction,
  charge: Charge,
  state: ChargeState,
): Promise<Charge> {
  const settled = await setChargeState(trx, charge.id, state);
  await logApproval(trx, settled);
  await insertNotification(trx, settled, (id) => ({
    object: "notification",
    id,
    type: "charge.updated",
    mode: "sandbox",
    account: settled.account,
    createdAt: new Date().toISOString(),
    charge: describeCharge(settled, deps.publicUrl()),
  }));
  return settled;
}
