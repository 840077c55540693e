import type { DeclineReason } from "../reasons.ts";

/** Codes by Kassa's reason, separated by spaces. */
type Codes = Readonly<Partial<Record<DeclineReason, string>>>;

/**
 * PayPal's codes of a processor's answer (`processor_response.response_code` of Orders v2, 2.13), which a declined capture or authorization
 * may have.
 */
export const processorCodes: Codes = {
  generic_decline: "0100 1000 5100 5170 5190 5200 5800 9100 9600 PPAD PPAR PPAV PPDT PPLR PPSC PPSD PPSE",
  insufficient_funds: "5120",
  expired_card: "1380 5400 PPEF PPEX PPS3",
  incorrect_cvc: "00N7 1382 5110 PCVV PPC2",
  incorrect_number: "1330 6300 7800 PPFI PPS5",
  stolen_card: "5150",
  lost_card: "9520",
  fraudulent: "0580 5160 9500 9510",
  card_velocity_exceeded: "5710 PPEL PPNL",
  do_not_honor: "0500 10BR 1335 1393 5930 5950 9530 9540 PPAB PPCR PPRN",
  card_not_supported:
    "1352 1370 5180 5700 5900 PPAE PPAG PPAU PPBG PPCO PPCT PPDI PPFR PPGR PPH1 PPMC PPNC PPPM PPQC PPTT PPUI PPUP PPVT",
  currency_not_supported: "1320 PPCU PPDC PPPH PPS4 PPUC PPVC",
  withdrawal_limit_exceeded: "PPAX",
  account_closed: "0390 5140 PP06",
  authentication_failed: "0890 5130 5135 5500 7700 7710 7900 PCNR PPD3 PPDV PPTE PPTR PPTV",
  authentication_required: "5650",
  abandoned: "0R00",
  // Approvals that were declined nevertheless, and faults of PayPal, the processor or the set-up.
  processing_error:
    "0000 0800 0880 0960 1300 1310 1312 1317 1340 1350 1360 1384 1390 5210 5910 5920 7600 8000 8010 8020 8030 8100 8110 8220 PPAI PPCE PPER PPFE PPFV PPIF PPII PPIM PPIT PPLS PPMB PPMD PPNM PPNT PPPI PPRE PPRF PPRR PPS0 PPS1 PPS2 PPS6 PPTF PPTI PPUA PPUE PPUR PPVE",
};

/** Why PayPal refuses to capture or authorize an approved order (422 in Orders v2, 2.13). */
export const finishIssues: Codes = {
  generic_decline:
    "INSTRUMENT_DECLINED TRANSACTION_REFUSED DECLINED_DUE_TO_RELATED_TXN MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  expired_card: "REFERENCED_CARD_EXPIRED",
  do_not_honor: "PAYER_CANNOT_PAY PAYER_ACCOUNT_RESTRICTED",
  account_closed: "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  withdrawal_limit_exceeded: "TRANSACTION_LIMIT_EXCEEDED",
  card_not_supported: "CARD_BRAND_NOT_SUPPORTED",
  currency_not_supported: "CURRENCY_NOT_SUPPORTED_FOR_BANK",
  authentication_required: "PAYER_ACTION_REQUIRED",
  fraudulent: "TRANSACTION_BLOCKED_BY_PAYEE PAYEE_BLOCKED_TRANSACTION",
  abandoned: "ORDER_EXPIRED",
  // The merchant's account, or a field of the request, most of which Kassa doesn't send.
  processing_error:
    "AGREEMENT_ALREADY_CANCELLED AMOUNT_CANNOT_BE_SPECIFIED APPLE_PAY_AMOUNT_MISMATCH AUTHORIZATION_AMOUNT_EXCEEDED AUTHORIZATION_CURRENCY_MISMATCH AUTH_CAPTURE_NOT_ENABLED BANK_NOT_SUPPORTED_FOR_VERIFICATION BILLING_AGREEMENT_ID_MISMATCH BILLING_AGREEMENT_NOT_FOUND CANCEL_URL_REQUIRED CARD_EXPIRY_REQUIRED CARD_NUMBER_REQUIRED COMPLIANCE_VIOLATION DOMESTIC_TRANSACTION_REQUIRED DUPLICATE_INVOICE_ID IBAN_COUNTRY_NOT_SUPPORTED IDENTIFIER_NOT_FOUND INCOMPATIBLE_PARAMETER_VALUE INVALID_IBAN INVALID_PICKUP_ADDRESS INVALID_PREVIOUS_TRANSACTION_REFERENCE INVALID_SECURITY_CODE_LENGTH MAX_AUTHORIZATION_COUNT_EXCEEDED MERCHANT_INITIATED_WITH_AUTHENTICATION_RESULTS MERCHANT_INITIATED_WITH_MULTIPLE_PURCHASE_UNITS MERCHANT_INITIATED_WITH_SECURITY_CODE MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE MISSING_CRYPTOGRAM MISSING_PREVIOUS_REFERENCE NOT_ELIGIBLE_FOR_PAYPAL_TRANSACTION_ID_PROCESSING NOT_ELIGIBLE_FOR_PNREF_PROCESSING NOT_ENABLED_FOR_BANK_PROCESSING NOT_ENABLED_FOR_CARD_PROCESSING ONLY_ONE_BANK_SOURCE_ALLOWED ORDER_CANNOT_BE_SAVED PAYEE_FX_RATE_ID_EXPIRED PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING PAYMENT_SOURCE_MISMATCH PAYMENT_SOURCE_NOT_SUPPORTED PAYMENT_TYPE_NOT_SUPPORTED_FOR_INTENT PAYPAL_TRANSACTION_ID_EXPIRED PAYPAL_TRANSACTION_ID_NOT_FOUND PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER PNREF_EXPIRED PNREF_NOT_FOUND PREFERRED_PAYMENT_SOURCE_MISMATCH PREVIOUS_TRANSACTION_REFERENCE_HAS_CHARGEBACK PREVIOUS_TRANSACTION_REFERENCE_VOIDED REQUIRED_PARAMETER_FOR_CUSTOMER_INITIATED_PAYMENT RETURN_URL_REQUIRED SAVE_ORDER_NOT_SUPPORTED SETUP_ERROR_FOR_BANK SHIPPING_ADDRESS_INVALID TOKEN_EXPIRED TOKEN_ID_NOT_FOUND TRANSACTION_RECEIVING_LIMIT_EXCEEDED UNSUPPORTED_INTENT_FOR_PAYMENT_SOURCE VAULT_INSTRUCTION_REQUIRED",
};

/** Refusals that contradict what the order showed a moment later. Only another look at the order tells what became of it. */
export const contradictions: readonly string[] = [
  "ACTION_DOES_NOT_MATCH_INTENT",
  "ORDER_ALREADY_AUTHORIZED",
  "ORDER_ALREADY_CAPTURED",
  "ORDER_COMPLETED_OR_VOIDED",
  "ORDER_COMPLETION_IN_PROGRESS",
  "ORDER_NOT_APPROVED",
];

/** Refusals after which PayPal's page lets the customer choose another way to pay, or do what is missing. */
const waysBack: readonly string[] = [
  "INSTRUMENT_DECLINED",
  "PAYER_ACTION_REQUIRED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
];

export const isWayBack = (issue: string): boolean => waysBack.includes(issue);

const byCode = (codes: Codes): ReadonlyMap<string, DeclineReason> =>
  new Map(
    Object.entries(codes).flatMap(([reason, listed]) =>
      listed.split(" ").map((code) => [code, reason as DeclineReason] as const),
    ),
  );

const reasonByProcessorCode = byCode(processorCodes);
const reasonByIssue = byCode(finishIssues);

/** A code that PayPal adds later, or none, is a generic decline. */
export const declineReasonOfResponse = (code: string | undefined): DeclineReason =>
  reasonByProcessorCode.get(code ?? "") ?? "generic_decline";

/** Null for an issue that isn't final. One that PayPal adds later is a generic decline. */
export const declineReasonOfIssue = (issue: string): DeclineReason | null =>
  contradictions.includes(issue) ? null : (reasonByIssue.get(issue) ?? "generic_decline");

const currencyIssues: readonly string[] = [
  "CURRENCY_NOT_SUPPORTED",
  "INVALID_CURRENCY_CODE",
  "DECIMAL_PRECISION",
  "DECIMALS_NOT_SUPPORTED",
];

/** Whether PayPal refuses to create an order because of its currency. Every other refusal of that is a processing error. */
export const isCurrencyIssue = (issue: string): boolean => currencyIssues.includes(issue);
