import type { TSchema } from "typebox";
import { paymentMethodTypes } from "./payment-method.ts";
import { Type } from "./type.ts";
import { MAXIMUM_URL_LENGTH } from "./url-rules.ts";

/**
 * The schemas of fields that many operations share: the one home of text, amounts, currencies, times, ids of pages and lists.
 * `x-problem` is the problem code for a fault of a field, `x-expects` the detail.
 */

/** Free text of 1 to `maxLength` characters. */
export const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

/** Minor units, 1 or more. Fractions and exponents never get here: they stay lexemes (`strict-json.ts`). */
export const amount = (description: string) =>
  Type.Integer({
    format: "int64",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    "x-problem": "amount_invalid",
    "x-expects":
      "It has to be a whole, positive number of minor units, sent as a JSON number without fraction or exponent.",
    description,
  });

/** Minor units that may also be 0 or negative. */
export const signedAmount = (description: string) =>
  Type.Integer({
    format: "int64",
    minimum: -Number.MAX_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    "x-problem": "amount_invalid",
    "x-expects":
      "It has to be a whole number of minor units, sent as a JSON number without fraction or exponent.",
    description,
  });

/** A web address. `url-rules.ts` checks where it may point. */
export const url = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAXIMUM_URL_LENGTH,
    "x-problem": "url_invalid",
    "x-expects": "It has to be an absolute address of at most 2048 characters.",
    description,
  });

/**
 * An e-mail address as browsers take it in `<input type=email>`: ASCII, without comments, quotes and address literals.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const emailPattern =
  "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$";

export const email = (description: string) =>
  Type.String({
    minLength: 3,
    maxLength: 254,
    pattern: emailPattern,
    "x-expects": "It has to be an e-mail address such as ada@shop.example.",
    description,
  });

export const currency = (description: string) =>
  Type.String({
    pattern: "^[A-Za-z]{3}$",
    "x-problem": "currency_invalid",
    "x-expects": "It has to be the three letters of an active ISO 4217 currency.",
    description,
  });

/** One of a set of words. `title` names the type in the OpenAPI document, if several fields share it. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  description?: string,
  title?: string,
) =>
  // A string with an enum: with `uniqueItems`, a validator then finds repeats by hash instead of comparing each pair.
  Type.Unsafe<Word>(
    Type.String({
      enum: [...words],
      "x-expects": `It has to be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}.`,
      ...(description === undefined ? {} : { description }),
      ...(title === undefined ? {} : { title }),
    }),
  );

export const paymentMethod = (description?: string) =>
  oneOf(paymentMethodTypes, description, "PaymentMethod");

export const captureMethod = (description: string) =>
  oneOf(["automatic", "manual"], description, "CaptureMethod");

/** A time in a query. */
export const queryTime = (description: string) =>
  Type.String({
    format: "date-time",
    maxLength: 40,
    "x-expects": "It has to be an RFC 3339 time.",
    description,
  });

const cursor = (description: string) =>
  Type.String({ maxLength: 100, "x-problem": "cursor_invalid", description });

/** The query parameters of every list. `things` is the plural of `thing`. */
export const pageFields = (thing: string, things: string) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 10,
      description: "The number of objects per page, 1 to 100.",
    }),
  ),
  startingAfter: Type.Optional(cursor(`Id of the last ${thing} on the previous page.`)),
  endingBefore: Type.Optional(cursor(`Id of the first ${thing} on the next page.`)),
  createdAfter: Type.Optional(queryTime(`Only ${things} created at or after this time.`)),
  createdBefore: Type.Optional(queryTime(`Only ${things} created before this time.`)),
});

// Responses ---------------------------------------------------------------------------------------------------------

/** The field `object`, which names the type of each object. */
export const objectType = <const Name extends string>(name: Name) =>
  Type.Literal(name, { description: "The type of this object." });

export const mode = () => oneOf(["live", "sandbox"], "Whether real money moves.", "Mode");

export const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description?: string,
) => Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** A time in a response. */
export const timestamp = (description?: string) =>
  Type.String({ format: "date-time", ...(description === undefined ? {} : { description }) });

/** A page of a list. `title` is its name in the OpenAPI document. */
export const pageOf = <Item extends TSchema>(item: Item, title: string) =>
  Type.Object(
    {
      object: objectType("list"),
      data: Type.Array(item, { description: "Newest first." }),
      hasMore: Type.Boolean({ description: "Whether there are more after this page." }),
    },
    { additionalProperties: false, title },
  );

/** Minor units in a response, 0 or more. */
export const amountOrZero = (description: string) =>
  Type.Integer({
    format: "int64",
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    title: "Amount",
    description,
  });
