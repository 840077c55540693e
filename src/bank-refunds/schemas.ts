import type { Static } from "typebox";
import {
  amountOrZero,
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
import { bankRefundStatuses } from "./bank-refund.ts";
import { fileStatuses } from "./refund-file.ts";

/** Schemas of the bank refunds' requests and responses. */

export const ListRefundsSchema = Type.Object(
  {
    ...pageFields("refund", "refunds"),
    status: Type.Optional(oneOf(bankRefundStatuses, "Only refunds with this status.")),
  },
  { additionalProperties: false },
);
export type ListRefundsQuery = Static<typeof ListRefundsSchema>;

export const ListFilesSchema = Type.Object(pageFields("file", "files"), { additionalProperties: false });
export type ListFilesQuery = Static<typeof ListFilesSchema>;

export const ChangeRefundSchema = Type.Object(
  {
    payeeName: Type.Optional(text(70, "The payee's name.")),
    payeeIban: Type.Optional(text(50, "The payee's IBAN. It can be changed while the refund is waiting.")),
    status: Type.Optional(
      oneOf(
        ["sent", "confirmed"],
        "For refunds that you sent yourself: `sent`, or `confirmed` once the bank has booked it.",
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one field to change." },
);
export type ChangeRefundBody = Static<typeof ChangeRefundSchema>;

export const MakeFileSchema = Type.Object(
  {
    account: Type.String({ maxLength: 100, description: "The bank account, with an IBAN, that pays." }),
    executionDate: Type.Optional(
      Type.String({
        pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        "x-expects": "It has to be a day such as 2026-11-30.",
        description: "The day on which the bank should carry it out. Today, in UTC, if you don't send it.",
      }),
    ),
    unsentConfirmed: Type.Optional(
      Type.Boolean({
        description:
          "true: you have checked that your bank has none of the waiting refunds. Only needed if the response is `bank_refunds_unsure`.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type MakeFileBody = Static<typeof MakeFileSchema>;

export const ChangeFileSchema = Type.Object(
  {
    status: oneOf(
      ["sent", "cancelled"],
      "`sent`: you sent it to the bank. `cancelled`: you won't send it; its refunds are waiting again.",
    ),
  },
  { additionalProperties: false },
);
export type ChangeFileBody = Static<typeof ChangeFileSchema>;

// Responses ---------------------------------------------------------------------------------------------------------

export const BankRefundSchema = Type.Object(
  {
    object: objectType("bank_refund"),
    id: Type.String({ description: "Begins with brf_live_ or brf_sandbox_." }),
    mode: mode(),
    account: Type.String({ description: "The bank account that pays it." }),
    expectedTransfer: Type.String({ description: "The transfer whose money is returned." }),
    bankEntry: nullable(
      Type.String(),
      "The entry whose money is returned, if it belongs to no payment; null for a refund of a payment.",
    ),
    status: oneOf(
      bankRefundStatuses,
      "`waiting`: in no file yet. `in_file`: it is in a file. `sent`: you sent it to the bank. `confirmed`: a statement contains it. `returned`: the money came back.",
    ),
    amount: amountOrZero("The amount in minor units."),
    currency: Type.String({ description: "The amount's currency." }),
    payeeName: nullable(Type.String(), "The payer, as the statement names them."),
    payeeIban: nullable(
      Type.String(),
      "The payer's IBAN; null if the statement has none. Set it before you create a file.",
    ),
    endToEndId: Type.String({ description: "The identifications by which statements name it." }),
    file: nullable(Type.String(), "The file that has it."),
    createdAt: timestamp("When it was requested."),
  },
  { additionalProperties: false, title: "BankRefund" },
);
export const BankRefundListSchema = pageOf(BankRefundSchema, "BankRefundList");

export const RefundFileSchema = Type.Object(
  {
    object: objectType("bank_refund_file"),
    id: Type.String({ description: "Begins with brx_live_ or brx_sandbox_." }),
    mode: mode(),
    account: Type.String({ description: "The bank account that pays." }),
    status: oneOf(fileStatuses, "`made`, then `sent` or `cancelled` by you."),
    executionDate: Type.String({ description: "The day on which the bank should carry it out." }),
    refunds: Type.Integer({ minimum: 1, description: "The number of refunds in it." }),
    amount: amountOrZero("Their sum in minor units."),
    currency: Type.String({ description: "The amounts' currency." }),
    createdAt: timestamp("The time at which it was created."),
  },
  { additionalProperties: false, title: "BankRefundFile" },
);
export const RefundFileListSchema = pageOf(RefundFileSchema, "BankRefundFileList");
