import type { TenantTransaction } from "../../database/transaction.ts";
import { getPayment } from "../queries/payments.ts";
import { PaymentSchema } from "../schemas.ts";
import { type ApiPayment, describePayment } from "./describe-payment.ts";

/** How a payment is described inside another room's answer, and its schema. `app.ts` passes it to `sessions`. */
export const paymentExpansion = {
  schema: PaymentSchema,
  describe: async (trx: TenantTransaction, id: string): Promise<ApiPayment | undefined> => {
    const payment = await getPayment(trx, id);
    return payment && describePayment(trx, payment);
  },
};
