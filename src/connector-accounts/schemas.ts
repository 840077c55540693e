import type { Static } from "typebox";
import { captureCapabilities } from "../connectors/capabilities.ts";
import { connectorKinds } from "../connectors/kinds.ts";
import { connectorNames } from "../connectors/names.ts";
import {
  amount,
  amountOrZero,
  mode,
  nullable,
  objectType,
  oneOf,
  pageFields,
  pageOf,
  paymentMethod,
  text,
  timestamp,
} from "../kernel/fields.ts";
import { paymentMethodTypes } from "../kernel/payment-method.ts";
import { Type } from "../kernel/type.ts";

/** Schemas of the requests and responses. What an account of each kind needs is checked by `check-values.ts`. */

const titles = connectorKinds.map(({ title }) => title).join(", ");

/** The names of each kind's fields, for descriptions. */
const namesOf = (list: "credentials" | "settings"): string =>
  connectorKinds
    .filter((kind) => kind[list].length > 0)
    .map((kind) => `${kind.title}: ${kind[list].map(({ name }) => `\`${name}\``).join(", ")}`)
    .join(". ");

const values = (description: string) =>
  Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 1000 }), {
    maxProperties: 10,
    description,
  });

const label = text(100, "A name for your own use.");

const weight = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description:
    "Accounts with the same position get new charges in proportion to their weights. 1 if you don't send it.",
});
const position = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: "New charges go to the account with the lowest position that can take the payment.",
});

const methodList = nullable(
  Type.Array(paymentMethod(), { minItems: 1, maxItems: paymentMethodTypes.length, uniqueItems: true }),
  "The payment methods that the account is used for. null: all that the PSP offers.",
);
const currencyList = nullable(
  Type.Array(Type.String({ pattern: "^[A-Za-z]{3}$", "x-problem": "currency_invalid" }), {
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
  }),
  "The currencies that the account is used for. null: all that the PSP offers.",
);
const countryList = nullable(
  Type.Array(
    Type.String({
      pattern: "^[A-Za-z]{2}$",
      "x-expects": "It has to be the two letters of an ISO 3166 country, such as DE.",
    }),
    { minItems: 1, maxItems: 250, uniqueItems: true },
  ),
  "The customers' countries that the account is used for, as ISO 3166 codes. null: all.",
);
const limitsText =
  "The smallest and largest amount that the account is used for, by currency, in minor units. null: any amount.";

const offer = {
  methods: Type.Optional(methodList),
  currencies: Type.Optional(currencyList),
  countries: Type.Optional(countryList),
  amountLimits: Type.Optional(
    nullable(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            minimum: Type.Optional(nullable(amount("The smallest amount."), "null: any.")),
            maximum: Type.Optional(nullable(amount("The largest amount."), "null: any.")),
          },
          { additionalProperties: false, title: "AmountRange" },
        ),
        { maxProperties: 200 },
      ),
      limitsText,
    ),
  ),
};
const OfferSchema = Type.Object(offer);
export type OfferBody = Static<typeof OfferSchema>;

const disabledMeans =
  "A disabled account gets no new charges. Captures, refunds and disputes of its charges go on.";

const credentials = values(
  `The credentials that the PSP gives you. Kassa stores them encrypted and never shows them. ${namesOf("credentials")}.`,
);

export const CreateAccountSchema = Type.Object(
  {
    connector: oneOf(connectorNames, `The PSP: ${titles}.`, "ConnectorName"),
    label,
    credentials,
    settings: Type.Optional(values(`Further settings that the PSP needs. ${namesOf("settings")}.`)),
    position: Type.Optional(position),
    weight: Type.Optional(weight),
    status: Type.Optional(
      oneOf(
        ["enabled", "disabled"],
        `\`disabled\`: you enable it later, such as after a test payment. By default an account that lacks nothing is enabled at once. ${disabledMeans}`,
      ),
    ),
    ...offer,
  },
  { additionalProperties: false },
);
export type CreateAccountBody = Static<typeof CreateAccountSchema>;

const status = oneOf(["enabled", "disabled"], disabledMeans);

export const UpdateAccountSchema = Type.Object(
  {
    label: Type.Optional(label),
    status: Type.Optional(status),
    position: Type.Optional(position),
    weight: Type.Optional(weight),
    ...offer,
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one field to change." },
);
export type UpdateAccountBody = Static<typeof UpdateAccountSchema>;

export const RotateCredentialsSchema = Type.Object(
  {
    credentials: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 1000 }), {
      minProperties: 1,
      maxProperties: 10,
      description: "The new credentials. Credentials that you don't send stay unchanged.",
    }),
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 720,
        default: 168,
        description:
          "For how long notifications that are signed with the previous credentials are accepted, too. 0 deletes the previous credentials at once, as after a leak.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type RotateCredentialsBody = Static<typeof RotateCredentialsSchema>;

const { limit, startingAfter, endingBefore } = pageFields("account", "accounts");
export const ListAccountsSchema = Type.Object(
  { limit, startingAfter, endingBefore },
  { additionalProperties: false },
);
export type ListAccountsQuery = Static<typeof ListAccountsSchema>;

// Responses ---------------------------------------------------------------------------------------------------------

const methodCapabilities = Type.Object(
  {
    capture: oneOf(
      captureCapabilities,
      "When money is captured. `at_once`: always with the payment. `once`: later, too, but the first capture releases the rest. `in_parts`: later, in several parts.",
      "CaptureCapability",
    ),
    refundDays: nullable(
      Type.Integer({ minimum: 1 }),
      "The number of days after the payment in which the PSP refunds it; null if the PSP states no limit.",
    ),
  },
  { additionalProperties: false, title: "MethodCapabilities" },
);
const capabilities = Type.Object(
  Object.fromEntries(paymentMethodTypes.map((method) => [method, Type.Optional(methodCapabilities)])),
  {
    additionalProperties: false,
    description: "What the PSP supports, for each of its payment methods.",
  },
);

export const AccountSchema = Type.Object(
  {
    object: objectType("connector_account"),
    id: Type.String({ description: "Begins with ca_live_ or ca_sandbox_." }),
    mode: mode(),
    connector: Type.String({ description: "The PSP." }),
    label: Type.String({ description: "A name for your own use." }),
    status,
    position: Type.Integer({ description: "The order in which accounts are used for new charges." }),
    weight: Type.Integer({
      description: "The account's share of new charges among those with its position.",
    }),
    methods: methodList,
    currencies: currencyList,
    countries: countryList,
    amountLimits: nullable(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            minimum: nullable(amountOrZero("Minor units."), "null: any."),
            maximum: nullable(amountOrZero("Minor units."), "null: any."),
          },
          { additionalProperties: false, title: "StoredAmountRange" },
        ),
      ),
      limitsText,
    ),
    capabilities,
    settings: Type.Record(Type.String(), Type.String(), {
      description: "Further settings that the PSP needs.",
    }),
    pspAccount: nullable(Type.String(), "The PSP's id of your account; null if the PSP doesn't say."),
    notificationUrl: Type.String({ description: "The address to enter at the PSP for its notifications." }),
    credentials: Type.Array(Type.String(), { description: "The names of the stored credentials." }),
    missingCredentials: Type.Array(Type.String(), {
      description: "The names of the credentials without which the account can't be enabled.",
    }),
    credentialsVersion: Type.Integer({ description: "Increases by 1 with each rotation." }),
    previousCredentialsRetireAt: nullable(
      timestamp(),
      "The time until which notifications signed with the previous credentials are also accepted.",
    ),
    checkedAt: timestamp("When the PSP accepted the credentials last."),
    createdAt: timestamp("When it was created."),
    updatedAt: timestamp("When it was changed last."),
  },
  { additionalProperties: false, title: "ConnectorAccount" },
);
export const AccountListSchema = pageOf(AccountSchema, "ConnectorAccountList");

export const AccountCheckSchema = Type.Object(
  {
    object: objectType("connector_account.check"),
    account: Type.String({ description: "The id of the account." }),
    mode: mode(),
    result: oneOf(
      ["valid", "refused", "unknown"],
      "`valid`: the PSP accepted the credentials. `refused`: it didn't. `unknown`: it couldn't be asked.",
    ),
    detail: nullable(Type.String(), "What is wrong, as a sentence; null if the credentials are valid."),
    checkedAt: timestamp("When the PSP accepted the credentials last."),
  },
  { additionalProperties: false, title: "ConnectorAccountCheck" },
);

export const DeletedAccountSchema = Type.Object(
  {
    object: objectType("connector_account"),
    id: Type.String({ description: "The id of the deleted account." }),
    deleted: Type.Literal(true, { description: "Always true. Its credentials are deleted, too." }),
  },
  { additionalProperties: false, title: "DeletedConnectorAccount" },
);
