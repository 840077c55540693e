import type { TenantScope } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { numberLocaleOf } from "../../kernel/locales.ts";
import type { Problem } from "../../kernel/problem.ts";
import { type Result, success } from "../../kernel/result.ts";
import { issueReceipt, type ReceiptDeps } from "../../receipts/issue-receipt.ts";
import type { Receipt } from "../../receipts/schemas.ts";
import { getSession } from "../../sessions/find-session.ts";
import { getSettings } from "../../settings/read-settings.ts";
import { localizedPath, receiptPath } from "../links.ts";
import { negotiateLocale } from "../locale.ts";
import { type Texts, textsOf } from "../texts.ts";

/** A receipt to mail: what it says, and the customer's address, if it is known. */
export type ReceiptMail = {
  readonly customerEmail: string | null;
  readonly subject: string;
  readonly text: string;
};

/**
 * The receipt of a session as a mail in the customer's language, with the address of its page. The mail holds no more than the page
 * shows to everybody who has the address.
 *
 * @returns undefined when there is no such session; a problem while the payment isn't captured
 */
export async function composeReceiptMail(
  deps: ReceiptDeps,
  scope: TenantScope,
  sessionId: string,
): Promise<Result<ReceiptMail, Problem> | undefined> {
  const issued = await issueReceipt(deps, scope, sessionId);
  if (!issued?.ok) return issued;
  const [session, set] = await deps.database.inTenant(scope, (trx) =>
    Promise.all([getSession(trx, sessionId), getSettings(trx)]),
  );
  const { details, customerEmail } = present(session, "the session of a receipt");
  const locale = negotiateLocale({
    ...(details.locale === "auto" ? {} : { sessionLocale: details.locale }),
    ...(set?.defaultLocale ? { tenantDefault: set.defaultLocale } : {}),
  });
  const texts = textsOf(locale, numberLocaleOf(locale, { sessionLocale: details.locale }));
  const address = new URL(localizedPath(receiptPath(sessionId), locale), deps.publicUrl);
  return success({ customerEmail, ...receiptMailTexts(issued.value.receipt, texts, address) });
}

/** The subject and the text of the mail. */
export function receiptMailTexts(
  receipt: Receipt,
  texts: Texts,
  address: URL,
): Pick<ReceiptMail, "subject" | "text"> {
  const merchant = oneLine(receipt.merchant.name);
  const paragraphs = [
    receipt.mode === "sandbox" ? [texts.plain("receipt.sandbox")] : [],
    [
      `${texts.plain("receipt.paid_to")}: ${merchant}`,
      ...(receipt.description ? [oneLine(receipt.description)] : []),
    ],
    chosenLines(receipt, texts),
    [
      `${texts.plain("receipt.paid")}: ${texts.amount(receipt.amount, receipt.currency)}`,
      `${texts.plain("receipt.date")}: ${texts.dateTime(receipt.paidAt)}`,
      `${texts.plain("receipt.number")}: ${receipt.number}`,
    ],
    [`${texts.plain("receipt.view")}:`, address.href],
  ];
  return {
    subject: `${texts.plain("receipt.title")} · ${merchant}`,
    text: paragraphs
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n"))
      .join("\n\n"),
  };
}

/** What the customer has chosen that isn't in the order as the merchant sent it. */
function chosenLines({ amountDetails, currency }: Receipt, texts: Texts): string[] {
  if (!amountDetails) return [];
  const { subtotal, discount, promotionCode, tip } = amountDetails;
  if (discount === 0 && tip === 0) return [];
  const line = (name: string, amount: number) => `${name}: ${texts.amount(amount, currency)}`;
  return [
    line(texts.plain("amounts.subtotal"), subtotal),
    ...(promotionCode === null
      ? []
      : [line(texts.plain("amounts.discount", { code: promotionCode }), -discount)]),
    ...(tip === 0 ? [] : [line(texts.plain("amounts.tip"), tip)]),
  ];
}

/** So that no name adds lines to a mail. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
