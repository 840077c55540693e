import { html } from "ghtml";
import type { Charge } from "./charge.ts";
import { amountFact, purpose } from "./confirmation-pages.ts";
import type { DeclineReason } from "./errors.ts";
import { formatChargeAmount, renderFacts, renderPage } from "./page-layout.ts";
import { type PageLocale, type PageTexts, pageTexts } from "./page-texts.ts";
import { testCards } from "./test-cards.ts";
import { testIbans } from "./test-ibans.ts";

/** Why the customer has to choose again. */
export type HostedFault =
  | { readonly kind: "unknown_number" }
  | { readonly kind: "declined"; readonly reason: DeclineReason };

/** The PSP's own payment page. The customer chooses a test card or account instead of typing one. */
export function hostedPage(charge: Charge, locale: PageLocale, fault?: HostedFault): string {
  const texts = pageTexts[locale];
  const amount = formatChargeAmount(charge, locale);
  return renderPage(
    "psp",
    locale,
    texts.hostedHeading,
    html`<p class="muted">${texts.hostedExplanation}</p>
      !${renderFacts([amountFact(amount, locale), ...purpose(charge, locale)])}
      <form method="post" action="?locale=${locale}">
        !${choiceField(charge, texts, fault)}
        <button class="primary" name="choice" value="pay">${texts.approve(amount)}</button>
        <button name="choice" value="cancel">${texts.cancel}</button>
      </form>`,
  );
}

/** The list of test cards or accounts; nothing for a wallet, which has a page of its own. */
function choiceField({ method }: Charge, texts: PageTexts, fault: HostedFault | undefined): string {
  if (method === "wallet") return "";
  const options =
    method === "card"
      ? testCards.map(({ number, title }) => ({ value: number, title }))
      : testIbans.map(({ iban, title }) => ({ value: iban, title }));
  const described = fault ? 'aria-invalid="true" aria-describedby="choice-fault" autofocus' : "";
  return html`<div class="field">
          <label for="number">${method === "card" ? texts.testCard : texts.testAccount}</label>
          <select id="number" name="number" !${described}>!${options
            .map(({ value, title }) => html`<option value="${value}">${title} (${value.slice(-4)})</option>`)
            .join("")}</select>
          !${fault ? html`<p class="fault" id="choice-fault">${faultText(fault, texts)}</p>` : ""}
        </div>`;
}

function faultText(fault: HostedFault, texts: PageTexts): string {
  return fault.kind === "declined" ? texts.declined(fault.reason) : texts.chooseOne;
}
