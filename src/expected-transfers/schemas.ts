import type { Static } from "typebox";
import { AccountAddressSchema } from "../bank-accounts/schemas.ts";
import {
  amountOrZero,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  timestamp,
} from "../kernel/fields.ts";
import { Type } from "../kernel/type.ts";
import { EntrySchema } from "../statement-imports/schemas.ts";
import { transferCodeFormats } from "../transfer-codes/transfer-code.ts";

/** Schemas of the expected transfers' requests and responses. */

export const ListTransfersSchema = Type.Object(
  {
    ...pageFields("transfer", "transfers"),
    session: Type.Optional(
      Type.String({ maxLength: 100, description: "Only transfers of this checkout session." }),
    ),
  },
  { additionalProperties: false },
);
export type ListTransfersQuery = Static<typeof ListTransfersSchema>;

const transaction = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100_000,
    "x-expects": "It has to be the number of a transaction of the entry, from 1.",
    description:
      "The number of the transaction within the entry, if the entry books several. Leave it out for all other entries.",
  }),
);

export const MatchEntrySchema = Type.Object(
  {
    expectedTransfer: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "The expected transfer that the money is for. Send this or `session`.",
      }),
    ),
    session: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "The checkout session that the money is for: its newest expected transfer.",
      }),
    ),
    transaction,
  },
  { additionalProperties: false },
);
export type MatchEntryBody = Static<typeof MatchEntrySchema>;

/** For deciding about an entry without naming a transfer. */
export const EntryPartSchema = Type.Object({ transaction }, { additionalProperties: false });
export type EntryPartBody = Static<typeof EntryPartSchema>;

// Responses ---------------------------------------------------------------------------------------------------------

const text = (description: string) => nullable(Type.String(), description);

const InstructionsSchema = Type.Object(
  {
    holder: Type.String({ description: "The holder of the account to pay to." }),
    iban: text("The IBAN or QR-IBAN; null for accounts without one."),
    bic: text("The bank's BIC."),
    sortCode: text("The sort code of a British account."),
    accountNumber: text("The number of a British account."),
    pixKey: text("The Pix key."),
    upiId: text("The UPI id."),
    address: nullable(AccountAddressSchema, "The holder's address."),
    reference: Type.String({ description: "The reference that the transfer has to carry." }),
    referenceType: oneOf(
      ["rf", "qrr", "txid", "plain"],
      "How it is sent: as a structured creditor reference (ISO 11649), as a Swiss QR reference, as Pix' txid, or as text.",
    ),
    qrCode: nullable(
      Type.Object(
        {
          format: oneOf(transferCodeFormats, "EPC069-12, Swiss QR-bill, Pix BR Code, or a UPI link."),
          text: Type.String({ description: "The text to encode as a QR code." }),
        },
        { additionalProperties: false, title: "TransferQrCode" },
      ),
      "A QR code that fills the transfer into a banking app; null if no format fits the account.",
    ),
  },
  { additionalProperties: false, title: "CustomerTransferInstructions" },
);

const transferFields = {
  object: objectType("expected_transfer"),
  id: Type.String({ description: "Begins with etr_live_ or etr_sandbox_." }),
  mode: mode(),
  session: Type.String({ description: "The checkout session that it pays." }),
  account: Type.String({ description: "The bank account to which the customer was asked to pay." }),
  status: oneOf(
    ["open", "paid", "ended"],
    "`open` until enough arrives. `paid` is final. `ended`: given up; money that arrives now is late.",
  ),
  amount: amountOrZero("The amount in minor units."),
  currency: Type.String({ description: "The amount's currency." }),
  amountReceived: amountOrZero(
    "What arrived and stays, in minor units: without what is returned to the payer, and less what banks took back.",
  ),
  reference: Type.String({ description: "The reference that the customer was given." }),
  expiresAt: timestamp("From when on money is late."),
  follows: text(
    "If more money arrived for a transfer that was over, the id of that transfer. This one is late funds and wasn't requested from the customer.",
  ),
  createdAt: timestamp("The time at which Kassa requested it from the customer."),
};

const ListedTransferSchema = Type.Object(transferFields, {
  additionalProperties: false,
  title: "ListedExpectedTransfer",
});
export const TransferSchema = Type.Object(
  { ...transferFields, instructions: InstructionsSchema },
  { additionalProperties: false, title: "ExpectedTransfer" },
);
export const TransferListSchema = pageOf(ListedTransferSchema, "ExpectedTransferList");

const transactionNumber = nullable(
  Type.Integer({ minimum: 1 }),
  "The number of the transaction within the entry; null if the entry is one payment.",
);

const MatchSchema = Type.Object(
  {
    transaction: transactionNumber,
    expectedTransfer: text("The transfer that the money is for; null if it is for none."),
    rule: oneOf(
      ["reference", "reference_in_text", "amount_and_payer", "manual"],
      "How it was found: by a structured reference, by one within a text, by amount and payer, or by a decision of yours.",
    ),
    action: oneOf(
      ["pay", "wait", "refund", "reverse", "ignore"],
      "What was done with it. `pay`: the transfer is paid with it. `wait`: it isn't enough yet. `refund`: all of it is returned. `reverse`: the bank took money back. `ignore`: it is for no transfer.",
    ),
    amount: amountOrZero("The money in minor units."),
    amountRefunded: amountOrZero("The part that is returned to the payer, in minor units."),
    amountSurplus: amountOrZero("The part beyond the expected amount that stays, in minor units."),
    decidedBy: text("The API key that decided; null for Kassa."),
  },
  { additionalProperties: false, title: "EntryMatch" },
);

const SuggestionSchema = Type.Object(
  {
    expectedTransfer: Type.String({ description: "A transfer for which the money may be." }),
    reasons: Type.Array(
      oneOf(["reference", "amount", "payer_account", "payer_name"], "What agrees.", "SuggestionReason"),
      { description: "What speaks for it." },
    ),
  },
  { additionalProperties: false, title: "MatchSuggestion" },
);

const ExceptionSchema = Type.Object(
  {
    transaction: transactionNumber,
    reason: oneOf(
      ["no_match", "ambiguous", "late", "wrong_currency", "nothing_to_reverse", "unknown_refund"],
      "The reason why it is open for your decision. `no_match`: nothing certain was found, or you undid its match. `ambiguous`: several transfers fit. `late`: the transfer is over. `wrong_currency`: it has another currency. `nothing_to_reverse`: the transfer received no such payment. `unknown_refund`: a debit has the EndToEndId of a bank refund that Kassa doesn't know, because the database was restored.",
    ),
    suggestions: Type.Array(SuggestionSchema, {
      description: "Up to 5 transfers for which the money may be, the most likely first.",
    }),
  },
  { additionalProperties: false, title: "EntryException" },
);

/** An entry with what it is for, and what it may be for. */
export const DecidedEntrySchema = Type.Object(
  {
    ...EntrySchema.properties,
    matches: Type.Array(MatchSchema, {
      description: "What it is for. Of an entry that books several transactions, the first 100.",
    }),
    exceptions: Type.Array(ExceptionSchema, {
      description:
        "The transactions that are open for your decision. If the entry has several, the first 10.",
    }),
  },
  { additionalProperties: false, title: "DecidedBankEntry" },
);
