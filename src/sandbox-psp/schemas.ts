import type { Static } from "typebox";
import { Type } from "../kernel/type.ts";
import { faults } from "./faults.ts";
import { hostedMethods } from "./instrument.ts";

const closed = { additionalProperties: false } as const;

const amount = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const currency = Type.String({ pattern: "^[A-Z]{3}$" });
const id = Type.String({ minLength: 1, maxLength: 100 });
const key = Type.String({ minLength: 1, maxLength: 255 });
/** PostgreSQL's text can't hold NUL. */
const storable = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: "^[^\\u0000]*$" });
/** RFC 3339. */
const time = Type.String({
  pattern:
    "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$",
});

const method = Type.Union([
  Type.Object(
    {
      type: Type.Literal("card"),
      number: Type.String({ pattern: "^[0-9 ]{12,30}$" }),
      expiryMonth: Type.Integer({ minimum: 1, maximum: 12 }),
      expiryYear: Type.Integer({ minimum: 2000, maximum: 2199 }),
      cvc: Type.String({ pattern: "^[0-9]{3,4}$" }),
      postalCode: Type.Optional(storable(20, 1)),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal("wallet") }, closed),
  Type.Object(
    {
      type: Type.Literal("bank_debit"),
      iban: Type.String({ pattern: "^[A-Za-z0-9 ]{15,50}$" }),
      accountHolder: storable(200, 1),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal("bank_transfer") }, closed),
  Type.Object({ type: Type.Literal("hosted_page"), method: Type.Enum(hostedMethods) }, closed),
]);

export const authorizeBody = Type.Object(
  {
    merchantReference: storable(255, 1),
    amount,
    currency,
    capture: Type.Enum(["automatic", "manual"]),
    description: Type.Union([storable(5_000), Type.Null()]),
    returnUrl: storable(4_096, 1),
    customerEmail: Type.Optional(Type.Union([storable(1_000), Type.Null()])),
    locale: Type.Optional(Type.Union([Type.String({ pattern: "^[A-Za-z0-9-]{2,35}$" }), Type.Null()])),
    clock: Type.Optional(Type.Union([Type.Object({ id, now: time }, closed), Type.Null()])),
    method,
  },
  closed,
);
export type AuthorizeBody = Static<typeof authorizeBody>;

const merchantReference = Type.Optional(storable(255, 1));
export const captureBody = Type.Object(
  { merchantReference, amount, currency, final: Type.Optional(Type.Boolean()) },
  closed,
);
export const voidBody = Type.Object({ merchantReference }, closed);
export const refundBody = Type.Object({ merchantReference, amount, currency }, closed);
export const emptyBody = Type.Object({}, closed);
export const evidenceBody = Type.Object(
  {
    texts: Type.Record(Type.String({ pattern: "^[A-Za-z_]{1,60}$" }), Type.String({ maxLength: 50_000 })),
    files: Type.Array(
      Type.Object(
        {
          name: Type.String({ maxLength: 255 }),
          mediaType: Type.String({ maxLength: 100 }),
          /** Base64. Not stored, so not validated: checking millions of characters would be slow. */
          content: Type.String(),
        },
        closed,
      ),
      { maxItems: 20 },
    ),
  },
  closed,
);
export const clockBody = Type.Object({ now: time }, closed);

/** The previous page's last charge: when it changed, in milliseconds, and its id. */
const historyCursor = Type.String({ pattern: "^\\d{1,15} .{1,100}$" });

export const idParams = Type.Object({ id });
export const keyQuery = Type.Object({ idempotencyKey: key }, closed);
export const historyQuery = Type.Object({ changedAfter: time, cursor: Type.Optional(historyCursor) }, closed);
export const dueQuery = Type.Object({ until: time }, closed);

export const faultHeader = Type.Enum(faults);
