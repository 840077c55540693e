/** The kinds of accounts, what identifies each, and the currencies it can have; see docs/reference/bank-statements.md. */
export const accountTypes = {
  iban: { fields: ["iban", "bic"], currency: "EUR" },
  qr_iban: { fields: ["qrIban", "bic"], currency: "CHF" },
  uk_account: { fields: ["sortCode", "accountNumber"], currency: "GBP" },
  pix_key: { fields: ["pixKey"], currency: "BRL" },
  upi_id: { fields: ["upiId"], currency: "INR" },
} as const;

export type AccountType = keyof typeof accountTypes;
export type AccountField = (typeof accountTypes)[AccountType]["fields"][number];

/** The only field that may be left empty. */
export const isOptional = (field: AccountField): boolean => field === "bic";

/** Statements name these accounts otherwise, so it has to be said how. */
export const needsStatementName = (type: AccountType): boolean => type !== "iban" && type !== "uk_account";
