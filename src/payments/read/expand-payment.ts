import type { TenantTransaction } from "../../database/transaction.ts";
import { getPayment } from "../queries/payments.ts";
import { PaymentSchema } from "../schemas.ts";
import { type ApiPayment, describePayment } from "./describe-payment.ts";

/** A payment inside another room's answer: how it is described, and by which schema. `app.ts` hands it to the sessions. */
export const paymentExpansion = {
  schema: PaymentSchema,
  describe: async (trx: TenantTransaction, id: string): Promise<ApiPayment | undefined> => {
    const payment = await getPayment(trx, id);
    return payment && describePayment(trx, payment);
  },
};
