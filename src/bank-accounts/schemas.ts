import type { Static } from "typebox";
import {
  currency,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  text,
  timestamp,
} from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { accountTypes } from "./account.ts";

/** Schemas of the bank accounts' requests and responses. Formats and check digits are checked in check-account.ts. */

const accountType = (description: string) => oneOf(accountTypes, description, "BankAccountType");

const holder = text(70, "The account's holder, as banks know it.");
const bic = Type.Union([Type.String({ minLength: 8, maxLength: 11 }), Type.Null()], {
  "x-expects": "It has to be a BIC of 8 or 11 characters, or null.",
  description: "The bank's BIC. Only for accounts with an IBAN or QR-IBAN.",
});
const addressFields = {
  postalCode: text(16, "The postal code."),
  town: text(35, "The town."),
  country: Type.String({
    pattern: "^[A-Z]{2}$",
    "x-expects": "It has to be the two capital letters of an ISO 3166-1 country.",
    description: "The country's ISO 3166-1 code, such as CH.",
  }),
};
const address = Type.Union(
  [
    Type.Object(
      {
        street: Type.Optional(text(70, "The street.")),
        buildingNumber: Type.Optional(text(16, "The building number.")),
        ...addressFields,
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  {
    "x-expects": "It has to be an address with postalCode, town and country, or null.",
    description: "The holder's address. Swiss and Pix payments have a QR code only with it.",
  },
);
const label = Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
  "x-expects": "It has to be a text of 1 to 100 characters, or null.",
  description: "A name for your own use.",
});
const statementAccounts = Type.Array(Type.String({ minLength: 1, maxLength: 70 }), {
  maxItems: 10,
  uniqueItems: true,
  "x-expects": "It has to be a list of at most 10 texts of 1 to 70 characters.",
  description:
    "Other identifications by which bank statements name the account, such as a bank code with an account number. Required for a Pix key or UPI id, and for a QR-IBAN unless the account's IBAN is a separate bank account.",
});

export const CreateAccountSchema = Type.Object(
  {
    type: accountType("What identifies the account."),
    holder,
    currency: currency(
      "The account's currency: CHF or EUR for `qr_iban`, GBP for `uk_account`, BRL for `pix_key`, INR for `upi_id`.",
    ),
    iban: Type.Optional(text(50, "The IBAN, for the type `iban`.")),
    qrIban: Type.Optional(text(50, "The QR-IBAN, for the type `qr_iban`.")),
    bic: Type.Optional(bic),
    address: Type.Optional(address),
    sortCode: Type.Optional(text(20, "The sort code: 6 digits, for the type `uk_account`.")),
    accountNumber: Type.Optional(text(20, "The account number: 8 digits, for the type `uk_account`.")),
    pixKey: Type.Optional(
      text(80, "The Pix key, for the type `pix_key`: CPF, CNPJ, phone number, e-mail address or random key."),
    ),
    upiId: Type.Optional(text(320, "The UPI id, for the type `upi_id`, such as name@bank.")),
    label: Type.Optional(label),
    statementAccounts: Type.Optional(statementAccounts),
  },
  { additionalProperties: false },
);
export type CreateAccountBody = Static<typeof CreateAccountSchema>;

export const UpdateAccountSchema = Type.Object(
  {
    holder: Type.Optional(holder),
    bic: Type.Optional(bic),
    address: Type.Optional(address),
    label: Type.Optional(label),
    statementAccounts: Type.Optional(statementAccounts),
    status: Type.Optional(
      oneOf(
        ["enabled", "disabled"],
        "A disabled account takes no new payments. Its statements are still imported.",
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one field to change." },
);
export type UpdateAccountBody = Static<typeof UpdateAccountSchema>;

const { limit, startingAfter, endingBefore } = pageFields("account", "accounts");
export const ListAccountsSchema = Type.Object(
  { limit, startingAfter, endingBefore },
  { additionalProperties: false },
);
export type ListAccountsQuery = Static<typeof ListAccountsSchema>;

// Responses ---------------------------------------------------------------------------------------------------------

export const AccountAddressSchema = Type.Object(
  {
    street: Type.String({ description: "The street; empty if there is none." }),
    buildingNumber: Type.String({ description: "The building number; empty if there is none." }),
    ...addressFields,
  },
  { additionalProperties: false, title: "AccountAddress" },
);

const ofType = (what: string) => nullable(Type.String(), `${what}; null for other types.`);

export const BankAccountSchema = Type.Object(
  {
    object: objectType("bank_account"),
    id: Type.String({ description: "Begins with bac_live_ or bac_sandbox_." }),
    mode: mode(),
    type: accountType("What identifies the account."),
    holder: Type.String({ description: "The account's holder, as banks know it." }),
    currency: Type.String({ description: "The account's currency." }),
    iban: ofType("The IBAN without spaces"),
    qrIban: ofType("The QR-IBAN without spaces"),
    bic: nullable(Type.String(), "The bank's BIC."),
    sortCode: ofType("The sort code: 6 digits"),
    accountNumber: ofType("The account number: 8 digits"),
    pixKey: ofType("The Pix key"),
    upiId: ofType("The UPI id"),
    address: nullable(AccountAddressSchema, "The holder's address."),
    label: nullable(Type.String(), "A name for your own use."),
    statementAccounts: Type.Array(Type.String(), {
      description: "Other identifications by which bank statements name the account.",
    }),
    status: oneOf(["enabled", "disabled"], "A disabled account takes no new payments."),
    createdAt: timestamp("When it was created."),
  },
  { additionalProperties: false, title: "MerchantBankAccount" },
);
export const BankAccountListSchema = pageOf(BankAccountSchema, "MerchantBankAccountList");
