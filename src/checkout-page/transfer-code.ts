import { type Html, html } from "../kernel/html.ts";
import { epcPayload, epcSymbol } from "../transfer-codes/epc-payload.ts";
import { qrSvg } from "../transfer-codes/qr-svg.ts";
import type { Texts } from "./texts.ts";
import type { TransferPage } from "./view-model.ts";

/**
 * A QR code from which the customer's banking app fills in the transfer of the amount still missing. Null for a currency
 * other than EUR and for an account that such a code can't name; the customer then copies the details beside it.
 */
export function transferCode(view: TransferPage, texts: Texts): Html | null {
  const { instructions, order, receivedMinor } = view;
  const { accountHolder, iban, bic, reference } = instructions;
  const amountMinor = order.amountMinor - receivedMinor;
  const { currency } = order;
  const payload = epcPayload({ accountHolder, iban, bic, amountMinor, currency, reference });
  if (!payload.ok) return null;
  return html`<figure class="code">
        ${qrSvg(payload.value, texts.plain("transfer.code"), epcSymbol)}
        <figcaption>${texts.rich("transfer.scan")}</figcaption>
      </figure>`;
}
