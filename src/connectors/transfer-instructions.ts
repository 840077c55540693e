/**
 * What a customer needs to send a bank transfer. Of the fields that name the account, those of its kind; the others are null. It is stored
 * with the attempt and shown by the API.
 */
export type TransferInstructions = {
  readonly accountHolder: string;
  /** The IBAN or Swiss QR-IBAN, without spaces. */
  readonly iban: string | null;
  readonly bic: string | null;
  /** Of a British account. */
  readonly sortCode: string | null;
  readonly accountNumber: string | null;
  readonly pixKey: string | null;
  readonly upiId: string | null;
  /** The account holder's address, which Swiss and Pix codes need; null if it isn't known. */
  readonly address: TransferAddress | null;
  readonly reference: string;
  /** RFC 3339; money that arrives later is late. Null if the PSP sets no limit. */
  readonly payBefore: string | null;
  /** The simulated bank's page, where a transfer can be sent; null outside the sandbox. */
  readonly simulatorUrl: string | null;
};

export type TransferAddress = {
  /** Empty if there is none. */
  readonly street: string;
  /** Empty if there is none. */
  readonly buildingNumber: string;
  readonly postalCode: string;
  readonly town: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
};

/** The instructions of a PSP that names an account by its IBAN. */
export const toIban = (
  named: Pick<TransferInstructions, "accountHolder" | "iban" | "bic" | "reference" | "simulatorUrl">,
): TransferInstructions => ({
  ...named,
  sortCode: null,
  accountNumber: null,
  pixKey: null,
  upiId: null,
  address: null,
  payBefore: null,
});
