import { cardBrandName } from "../kernel/card-brand.ts";
import { html } from "../kernel/html.ts";
import type { Charge } from "./charge.ts";
import { type Fact, renderFacts, renderPage } from "./page-layout.ts";
import type { PageTexts } from "./page-texts.ts";

/** What a page shows of a charge. `merchant`: the name of the account's owner; null if the PSP doesn't know it. */
export type Shown<Fields extends keyof Charge> = Pick<Charge, Fields> & { readonly merchant: string | null };
type Confirmed = Shown<"amount" | "currency" | "brand" | "last4" | "description">;

/** The issuer's 3-D Secure challenge. Its form posts to the page's own URL. */
export function challengePage(charge: Confirmed, texts: PageTexts): string {
  const amount = texts.amount(charge.amount, charge.currency);
  const card = {
    label: texts.rich("card"),
    value: `${cardBrandName(charge.brand ?? "") ?? ""} •••• ${charge.last4}`,
  };
  return renderPage(
    "bank",
    texts,
    "heading",
    html`<p class="muted">${texts.rich("explanation")}</p>
      ${renderFacts([...orderFacts(charge, texts), card, ...purpose(charge, texts)])}
      <form method="post">
        <button class="primary" name="choice" value="complete">${texts.rich("complete", { amount })}</button>
        <button name="choice" value="fail">${texts.rich("fail")}</button>
      </form>`,
  );
}

/** The wallet's page, on which its owner approves or cancels the payment. */
export function walletPage(charge: Confirmed, texts: PageTexts): string {
  const amount = texts.amount(charge.amount, charge.currency);
  return renderPage(
    "wallet",
    texts,
    "wallet_heading",
    html`<p class="muted">${texts.rich("wallet_explanation")}</p>
      ${renderFacts([...orderFacts(charge, texts), ...purpose(charge, texts)])}
      <form method="post">
        <button class="primary" name="choice" value="complete">${texts.rich("approve", { amount })}</button>
        <button name="choice" value="fail">${texts.rich("cancel")}</button>
      </form>`,
  );
}

/** How much is paid, and to whom. */
export function orderFacts(charge: Shown<"amount" | "currency">, texts: PageTexts): Fact[] {
  const amount = texts.amount(charge.amount, charge.currency);
  return [
    { label: texts.rich("amount"), value: amount, class: "amount" },
    ...(charge.merchant === null ? [] : [{ label: texts.rich("merchant"), value: charge.merchant }]),
  ];
}

/** What the customer pays for, if the merchant said so. */
export function purpose({ description }: Pick<Charge, "description">, texts: PageTexts): Fact[] {
  return description ? [{ label: texts.rich("purpose"), value: description }] : [];
}
