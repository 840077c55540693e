import type { Random } from "../random.ts";
import type { Merchant } from "../testbed/testbed.ts";
import type { MerchantContext } from "../workload/merchant-actions.ts";
import type { Workload } from "../workload/run-session.ts";

/** What a merchant with accounts beside the simulated PSP acts with. Nothing is done in the PSPs' dashboards. */
export function merchantContext(
  { client, journal, testbed }: Workload,
  merchant: Merchant,
  label: string,
  random: Random,
): MerchantContext {
  return {
    client,
    journal,
    merchant,
    otherMerchant: testbed.merchants.find((other) => other !== merchant) ?? merchant,
    label,
    random: random.child("calls"),
    dataLosses: testbed.dataLosses,
    dashboard: async () => {},
  };
}
