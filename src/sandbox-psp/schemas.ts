import Type, { type Static } from "typebox";
import { faults } from "./faults.ts";

const closed = { additionalProperties: false } as const;

const amount = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const currency = Type.String({ pattern: "^[A-Z]{3}$" });
/** PostgreSQL's text can't hold NUL. */
const storable = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: "^[^\\u0000]*$" });

export const authorizeBody = Type.Object(
  {
    merchantReference: storable(255, 1),
    amount,
    currency,
    capture: Type.Enum(["automatic", "manual"]),
    description: Type.Union([storable(5_000), Type.Null()]),
    returnUrl: storable(4_096, 1),
    locale: Type.Optional(Type.Union([Type.String({ pattern: "^[A-Za-z0-9-]{2,35}$" }), Type.Null()])),
    card: Type.Object(
      {
        number: Type.String({ pattern: "^[0-9 ]{12,30}$" }),
        expiryMonth: Type.Integer({ minimum: 1, maximum: 12 }),
        expiryYear: Type.Integer({ minimum: 2000, maximum: 2199 }),
        cvc: Type.String({ pattern: "^[0-9]{3,4}$" }),
      },
      closed,
    ),
  },
  closed,
);
export type AuthorizeBody = Static<typeof authorizeBody>;

export const amountBody = Type.Object({ amount, currency }, closed);
export const emptyBody = Type.Object({}, closed);

export const chargeParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) });
export const chargesQuery = Type.Object(
  { idempotencyKey: Type.String({ minLength: 1, maxLength: 255 }) },
  closed,
);

export const faultHeader = Type.Enum(faults);
