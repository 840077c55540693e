import { type Mode, modes } from "../kernel/mode.ts";
import type { ApiPayment } from "../payments/read/describe-payment.ts";
import { listPayments } from "../payments/read/list-payments.ts";
import type { PaymentStatus } from "../payments/state.ts";
import { amountText } from "./amount-text.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { type Line, print, table } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";
import { readCount, readTime } from "./read-option.ts";

type Options = {
  tenant?: string;
  mode?: Mode;
  status?: PaymentStatus;
  currency?: string;
  from?: string;
  to?: string;
  limit: string;
  json: boolean;
};

/** `kassa payments search`: finds a tenant's payments by any detail, as `GET /api/payments?search=…` does, in both modes. */
export async function searchPaymentsCommand(words: readonly string[], options: Options): Promise<void> {
  const { status, currency, from, to } = options;
  const limit = readCount("--limit", options.limit, 100);
  const search = words.join(" ").trim();
  const query = {
    limit,
    ...(search === "" ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(currency === undefined ? {} : { currency }),
    ...(from === undefined ? {} : { createdAfter: readTime("--from", from, "start").toISOString() }),
    ...(to === undefined ? {} : { createdBefore: readTime("--to", to, "end").toISOString() }),
  };
  await withDatabase(async ({ database }) => {
    const { tenantId } = await pickTenant(database, options.tenant);
    const data: ApiPayment[] = [];
    let hasMore = false;
    for (const mode of options.mode === undefined ? modes : [options.mode]) {
      const page = await listPayments(database, { tenantId, mode }, query);
      if (!page.ok) throw new CommandFailure(page.failure.detail);
      data.push(...page.value.data);
      hasMore ||= page.value.hasMore;
    }
    print(options.json, { object: "list", data, hasMore }, () => lines(data, hasMore));
  });
}

function lines(payments: readonly ApiPayment[], hasMore: boolean): Line[] {
  if (payments.length === 0) return ["No payment matches."];
  const header = ["created", "payment", "status", "amount", "refunded", "paid with", "e-mail", "reference"];
  return [
    ...table(header, payments.map(row)),
    ...(hasMore ? ["… and more. Add a word or an option, or raise --limit."] : []),
  ];
}

function row(payment: ApiPayment): string[] {
  const { createdAt, id, status, amount, amountRefunded, currency, customerEmail, clientReferenceId } =
    payment;
  return [
    createdAt.slice(0, 19).replace("T", " "),
    id,
    status,
    amountText(amount, currency),
    amountRefunded === 0 ? "" : amountText(amountRefunded, currency),
    paidWith(payment),
    customerEmail ?? "",
    clientReferenceId ?? "",
  ];
}

function paidWith({ method, attempts }: ApiPayment): string {
  const last = attempts.at(-1);
  if (last?.card) return `${last.card.brand} ••${last.card.last4}`;
  return last?.bankAccount ? `${method} ••${last.bankAccount.last4}` : (method ?? "");
}
