import { type Html, html } from "../kernel/html.ts";
import { qrSvg } from "../transfer-codes/qr-svg.ts";
import { transferCode as codeOf, symbols } from "../transfer-codes/transfer-code.ts";
import type { Texts } from "./texts.ts";
import type { TransferPage } from "./view-model.ts";

/**
 * A QR code from which the customer's banking app fills in the transfer of the amount still missing. Null for an account that no
 * such code can name; the customer then copies the details beside it.
 */
export function transferCode(view: TransferPage, texts: Texts): Html | null {
  const { instructions, order, receivedMinor } = view;
  const amountMinor = order.amountMinor - receivedMinor;
  const code = codeOf({ ...instructions, amountMinor, currency: order.currency });
  if (!code) return null;
  return html`<figure class="code">
        ${qrSvg(code.text, texts.plain("transfer.code"), symbols[code.format])}
        <figcaption>${texts.rich("transfer.scan")}</figcaption>
      </figure>`;
}
