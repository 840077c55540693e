import type { Mode } from "../kernel/mode.ts";

export const accountTypes = ["iban", "qr_iban", "uk_account", "pix_key", "upi_id"] as const;
export type AccountType = (typeof accountTypes)[number];

/** An account of the tenant on which it takes bank transfers. */
export type BankAccount = {
  readonly id: string;
  readonly mode: Mode;
  readonly type: AccountType;
  /** The IBAN, QR-IBAN, Pix key or UPI id; of a British account the sort code and account number, 14 digits. */
  readonly identifier: string;
  readonly currency: string;
  readonly holder: string;
  readonly bic: string | null;
  /** The holder's, which Swiss and Pix codes need. */
  readonly address: AccountAddress | null;
  readonly label: string | null;
  /** Other identifications by which bank statements name the account, as the tenant wrote them. */
  readonly statementAccounts: readonly string[];
  /** Statements of a disabled account are still imported. */
  readonly status: AccountStatus;
  readonly createdAt: Date;
};

export type AccountAddress = {
  /** Empty if there is none. */
  readonly street: string;
  /** Empty if there is none. */
  readonly buildingNumber: string;
  readonly postalCode: string;
  readonly town: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
};

export type AccountStatus = "enabled" | "disabled";

/** An account as the API shows it: of the fields that identify it, those of its type, and null for the others. */
export function toApiBankAccount(account: BankAccount) {
  const { id, mode, type, identifier, currency, holder, bic, address, label, statementAccounts, status } =
    account;
  const ofType = (each: AccountType): string | null => (type === each ? identifier : null);
  const ukAccount = ofType("uk_account");
  return {
    object: "bank_account",
    id,
    mode,
    type,
    holder,
    currency,
    iban: ofType("iban"),
    qrIban: ofType("qr_iban"),
    bic,
    sortCode: ukAccount?.slice(0, 6) ?? null,
    accountNumber: ukAccount?.slice(6) ?? null,
    pixKey: ofType("pix_key"),
    upiId: ofType("upi_id"),
    address,
    label,
    statementAccounts,
    status,
    createdAt: account.createdAt.toISOString(),
  };
}
