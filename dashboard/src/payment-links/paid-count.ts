import type { PaymentLink } from "@kassa/sdk";
import { t } from "../texts/texts.ts";

/** How many customers have paid, of how many that may. */
export const paidCount = ({ completedSessions, maxPayments }: PaymentLink): string =>
  maxPayments === null
    ? String(completedSessions)
    : t("links.paid-of", { paid: completedSessions, most: maxPayments });
