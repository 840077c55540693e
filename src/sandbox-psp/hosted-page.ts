import { type Html, html } from "../kernel/html.ts";
import type { Charge } from "./charge.ts";
import { orderFacts, purpose, type Shown } from "./confirmation-pages.ts";
import type { DeclineReason } from "./errors.ts";
import { renderFacts, renderPage } from "./page-layout.ts";
import type { PageTexts } from "./page-texts.ts";
import { testCards } from "./test-cards.ts";
import { testIbans } from "./test-ibans.ts";

/** Why the customer has to choose again. */
export type HostedFault =
  | { readonly kind: "unknown_number" }
  | { readonly kind: "declined"; readonly reason: DeclineReason };

type HostedCharge = Shown<"amount" | "currency" | "description" | "method">;

/** The PSP's own payment page. The customer chooses a test card or account instead of typing one. */
export function hostedPage(charge: HostedCharge, texts: PageTexts, fault?: HostedFault): string {
  const amount = texts.amount(charge.amount, charge.currency);
  return renderPage(
    "psp",
    texts,
    "hosted_heading",
    html`<p class="muted">${texts.rich("hosted_explanation")}</p>
      ${renderFacts([...orderFacts(charge, texts), ...purpose(charge, texts)])}
      <form method="post" action="?locale=${texts.locale}">
        ${choiceField(charge, texts, fault)}
        <button class="primary" name="choice" value="pay">${texts.rich("approve", { amount })}</button>
        <button name="choice" value="cancel">${texts.rich("cancel")}</button>
      </form>`,
  );
}

/** The list of test cards or accounts; nothing for a wallet, which has a page of its own. */
function choiceField(
  { method }: Pick<Charge, "method">,
  texts: PageTexts,
  fault: HostedFault | undefined,
): Html | null {
  if (method === "wallet") return null;
  const options =
    method === "card"
      ? testCards.map(({ number, title }) => ({ value: number, title }))
      : testIbans.map(({ iban, title }) => ({ value: iban, title }));
  const described = fault && html` aria-invalid="true" aria-describedby="choice-fault" autofocus`;
  return html`<div class="field">
          <label for="number">${texts.rich(method === "card" ? "test_card" : "test_account")}</label>
          <select id="number" name="number"${described}>${options.map(
            ({ value, title }) => html`<option value="${value}">${title} (${value.slice(-4)})</option>`,
          )}</select>
          ${fault && html`<p class="fault" id="choice-fault">${faultText(fault, texts)}</p>`}
        </div>`;
}

function faultText(fault: HostedFault, texts: PageTexts): Html {
  return fault.kind === "declined"
    ? texts.rich("declined", { reason: fault.reason })
    : texts.rich("choose_one");
}
