import { eraseCustomer } from "../customers/erase-customer.ts";
import { withDatabase } from "./context.ts";
import { UsageFailure } from "./failure.ts";
import { operator } from "./operator.ts";
import { print } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

/** `kassa customers erase` */
export async function eraseCustomerCommand(
  email: string,
  { tenant: id, json }: { tenant?: string; json: boolean },
): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageFailure(`"${email}" is not an e-mail address.`);
  await withDatabase(async ({ database }) => {
    const tenant = await pickTenant(database, id);
    const erased = await eraseCustomer(database, operator(), tenant.tenantId, email);
    const { sessions, payments, events, kept } = erased;
    print(json, { tenant: tenant.id, erased }, () => [
      `Erased the customer from ${sessions} sessions, ${payments} payments and ${events} events of "${tenant.name}". Amounts and ids stay.`,
      ...(kept.receipts > 0
        ? [`${kept.receipts} signed receipts name the address in their text; they can't be changed.`]
        : []),
      ...(kept.evidenceFiles > 0
        ? [`${kept.evidenceFiles} files of evidence belong to their disputes; look into them.`]
        : []),
      "Other texts about the customer, such as a name in metadata, a description or an item, aren't recognized: change them by the API.",
      "Not here: backups, logs of your own, the PSP, and stored answers to repeated requests, which go within 30 days.",
    ]);
  });
}
