import type { Static } from "typebox";
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
    reference: Type.String({ description: "The reference that the transfer has to carry." }),
    referenceType: oneOf(
      ["rf", "qrr", "txid", "plain"],
      "How it is sent: as a structured creditor reference (ISO 11649), as a Swiss QR reference, as Pix' txid, or as text.",
    ),
    qrCode: nullable(
      Type.Object(
        {
          format: oneOf(["epc", "upi"], "EPC069-12, or a UPI link."),
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
  account: Type.String({ description: "The bank account that it was asked for." }),
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
  createdAt: timestamp("When the customer was asked for it."),
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
