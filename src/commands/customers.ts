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
        ? [`${kept.receipts} signed receipts contain the address; they can't be changed.`]
        : []),
      ...(kept.evidenceFiles > 0
        ? [`${kept.evidenceFiles} evidence files of disputes may name the customer; check them yourself.`]
        : []),
      ...(kept.bankRefunds > 0
        ? [
            `${kept.bankRefunds} bank refunds still have to be sent; they keep the payee's name and account until then.`,
          ]
        : []),
      "Other texts about the customer, such as a name in metadata, a description or an item, aren't found. Change them with the API.",
      "Not erased: backups, your own logs, the PSP's data, and responses stored for repeated requests, which are deleted within 30 days.",
    ]);
  });
}
