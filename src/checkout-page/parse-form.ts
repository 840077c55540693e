import type { PaymentMethodType } from "../connectors/contract.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { PaymentChoice } from "../payments/payment-choice.ts";
import type { DetailGroup } from "./details/detail-field.ts";
import type { FieldErrors, FormValues } from "./form-faults.ts";
import type { FormBody } from "./form-text.ts";
import { cardValuesToRedisplay, parseCardForm } from "./parse-card-form.ts";
import { debitValuesToRedisplay, parseDebitForm } from "./parse-debit-form.ts";
import type { Offer } from "./view-model.ts";

/** What the page shows of a refused form. */
export type PostedForm = {
  /** Null when the session doesn't offer the posted method. */
  readonly method: PaymentMethodType | null;
  readonly fieldErrors: FieldErrors;
  readonly values: FormValues;
  /** The fields beside those of the method, with what was posted. */
  readonly details?: readonly DetailGroup[];
};

/** What the page shows of a form in which no field of the payment method is wrong, but others are or aren't there yet. */
export function postedAgain(
  body: FormBody,
  method: PaymentMethodType | undefined,
  tests: TestNumbers,
  nowMs: number,
): Omit<PostedForm, "details"> {
  const values = { ...cardValuesToRedisplay(body, nowMs), ...debitValuesOf(body, tests) };
  return { method: method ?? null, fieldErrors: {}, values };
}

/** The account holder and the IBAN of a form that isn't sent to pay; never an IBAN that could be real. */
export function debitValuesOf(body: FormBody, tests: TestNumbers): FormValues {
  const debit = parseDebitForm(body, tests.isTestIban);
  return debitValuesToRedisplay(body, debit.ok ? {} : debit.failure);
}

/** The sandbox's published test numbers. It accepts no others, so that no real number gets past the form. */
export type TestNumbers = {
  readonly isTestCard: (digits: string) => boolean;
  readonly isTestIban: (iban: string) => boolean;
};

/**
 * Parses a posted payment form of any method.
 *
 * @param offer the payment methods of this session, and whose page asks for their details
 * @param nowMs milliseconds since 1970, by the clock of the session
 */
export function parsePaymentForm(
  body: FormBody,
  { methods, providers }: Offer,
  tests: TestNumbers,
  nowMs: number,
): Result<PaymentChoice, PostedForm> {
  const method = postedMethod(body, methods);
  if (method === undefined)
    return failed({ method: null, fieldErrors: { method: "method_missing" }, values: {} });
  if (typeof providers.get(method) === "string") return success({ type: "hosted_page", method });
  switch (method) {
    case "card": {
      const card = parseCardForm(body, nowMs, tests.isTestCard);
      if (card.ok) return card;
      return failed({ method, fieldErrors: card.failure, values: cardValuesToRedisplay(body, nowMs) });
    }
    case "bank_debit": {
      const debit = parseDebitForm(body, tests.isTestIban);
      if (debit.ok) return debit;
      const values = debitValuesToRedisplay(body, debit.failure);
      return failed({ method, fieldErrors: debit.failure, values });
    }
    case "wallet":
    case "bank_transfer":
      return success({ type: method });
  }
}

/** The method that is chosen on a page whose form was posted for something else than paying; at first the first one. */
export function chosenMethod(
  body: FormBody,
  offered: readonly PaymentMethodType[],
): PaymentMethodType | undefined {
  const named = body.method ?? body.choice;
  return offered.find((method) => method === named) ?? offered[0];
}

/** The amount that the page showed, in minor units; null if the form doesn't say it. */
export function shownAmountOf({ shownAmount }: FormBody): number | null {
  return typeof shownAmount === "string" && /^\d{1,16}$/.test(shownAmount) ? Number(shownAmount) : null;
}

/**
 * The pressed button or the form names the method; the Enter key in a form of all methods pays by the chosen one. A form without either
 * comes from a page of a version that took cards only, and that has been open since.
 */
function postedMethod(body: FormBody, offered: readonly PaymentMethodType[]): PaymentMethodType | undefined {
  const named = body.method ?? body.choice ?? "card";
  return offered.find((method) => method === named);
}
