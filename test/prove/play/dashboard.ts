import { setTimeout as sleep } from "node:timers/promises";
import { bearerToken } from "../../../src/connectors/sandbox/accounts.ts";
import type { House } from "../house/house.ts";
import type { DashboardMove } from "./plan.ts";

/** How the PSP's idempotency keys of its dashboard begin. */
export const dashboardKeys = "dashboard-";

/** What somebody does at the PSP's dashboard with the charge of a payment. Minor units; a void takes no amount. */
export type DashboardAct = {
  readonly paymentId: string;
  readonly move: DashboardMove;
  readonly amount: number;
  readonly currency: string;
  readonly key: string;
};

/** Resolves when the PSP has answered, whatever it has answered. */
export type Dashboard = (act: DashboardAct) => Promise<void>;

const chargeOf = `SELECT c.id, c.account FROM attempts a JOIN sandbox_psp.charges c ON c.idempotency_key = a.id
  WHERE a.payment_id = $1 AND a.status = 'approved'`;
const triesAtMost = 30;

/** The account of a charge at the PSP, past Kassa: the PSP tells Kassa of what is done there by a notification. */
export function openDashboard({ cluster, psp, pspSecret }: House): Dashboard {
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
    for (let tries = 0; tries < triesAtMost && !(await isDone()); tries += 1) await sleep(300);
  };
}
