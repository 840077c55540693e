import { setTimeout as sleep } from "node:timers/promises";
import { bearerToken } from "../../../src/connectors/sandbox/accounts.ts";
import type { Testbed } from "../testbed/testbed.ts";
import type { DashboardMove } from "./plan.ts";

/** The prefix of idempotency keys used at the PSP's dashboard. */
export const dashboardKeys = "dashboard-";

/** A capture, void or refund at the PSP's dashboard. Minor units; a void ignores the amount. */
export type DashboardAct = {
  readonly paymentId: string;
  readonly move: DashboardMove;
  readonly amount: number;
  readonly currency: string;
  readonly key: string;
};

/** Resolves when the PSP has given a final response, successful or not. */
export type Dashboard = (act: DashboardAct) => Promise<void>;

const chargeOf = `SELECT c.id, c.account FROM attempts a JOIN sandbox_psp.charges c ON c.idempotency_key = a.id
  WHERE a.payment_id = $1 AND a.status = 'approved'`;
const maxTries = 30;

/** Acts on charges at the PSP directly, bypassing Kassa. The PSP reports each action to Kassa by a notification. */
export function openDashboard({ cluster, psp, pspSecret }: Testbed): Dashboard {
  return async ({ paymentId, move, amount, currency, key }) => {
    const [charge] = await cluster.sql<{ id: string; account: string }>(chargeOf, [paymentId]);
    if (!charge) return;
    const isDone = (): Promise<boolean> =>
      fetch(`${psp.url}/charges/${charge.id}/${move}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${bearerToken(pspSecret, charge.account)}`,
          "sandbox-account": charge.account,
          "sandbox-origin": "dashboard",
          "idempotency-key": key,
        },
        body: JSON.stringify(move === "void" ? {} : { amount, currency }),
        signal: AbortSignal.timeout(2_000),
      }).then(
        async (response) => {
          await response.body?.cancel();
          return response.status < 500 && response.status !== 429;
        },
        () => false,
      );
    for (let tries = 0; tries < maxTries && !(await isDone()); tries += 1) await sleep(300);
  };
}
