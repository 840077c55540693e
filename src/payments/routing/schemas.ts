import type { Static } from "typebox";
import { offerRefusals } from "../../connectors/offer.ts";
import {
  amount,
  captureMethod,
  currency,
  mode,
  nullable,
  objectType,
  oneOf,
  paymentMethod,
} from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";

export const SimulateRoutingSchema = Type.Object(
  {
    amount: amount("The amount of the payment, in minor units."),
    currency: currency("The currency of the payment."),
    method: paymentMethod("How the customer would pay."),
    captureMethod: Type.Optional(captureMethod("When it would be captured. Default: `automatic`.")),
    country: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z]{2}$",
        "x-expects": "It has to be the two letters of an ISO 3166 country, such as DE.",
        description: "The country that the customer would be in, as ISO 3166 code. Default: not known.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type SimulateRoutingQuery = Static<typeof SimulateRoutingSchema>;

const account = {
  connectorAccount: Type.String({ description: "The id of the account." }),
  connector: Type.String({ description: "The PSP's connector; `sandbox` is the simulated PSP." }),
};

export const RoutingSimulationSchema = Type.Object(
  {
    object: objectType("routing_simulation"),
    mode: mode(),
    amount: Type.Integer({ description: "Minor units." }),
    currency: currency("The currency of the payment."),
    method: paymentMethod("How the customer would pay."),
    captureMethod: captureMethod("When it would be captured."),
    country: nullable(Type.String(), "The customer's country; null: not known."),
    tried: Type.Array(
      Type.Object(
        {
          ...account,
          sharePercent: Type.Integer({
            minimum: 0,
            maximum: 100,
            description:
              "The percentage of such payments for which this account comes first. Accounts with the same position share payments by their weights.",
          }),
        },
        { additionalProperties: false, title: "TriedAccount" },
      ),
      {
        description:
          "The accounts that can take the payment, in the order in which Kassa tries them. It tries the next one only if the PSP before it creates no payment page. Empty if no account can take the payment.",
      },
    ),
    passedOver: Type.Array(
      Type.Object(
        {
          ...account,
          reason: oneOf(
            ["disabled", ...offerRefusals, "other_page", "circuit_open"],
            "`disabled`: the account gets no new charges. `method_excluded`, `currency_excluded`, `country_excluded`, `amount_excluded`: the account's settings exclude it. `country_unknown`: the account is restricted to countries, and the customer's country isn't known. `method_unavailable`, `currency_unavailable`, `later_capture_unavailable`: the PSP, or the method, hasn't got it. `unavailable_at_psp`: the PSP doesn't take this combination. `other_page`: the customer would enter the details on another page than at the first account. `circuit_open`: the PSP hasn't answered several times in a row; the account is tried last.",
          ),
        },
        { additionalProperties: false, title: "SimulatedPassedOver" },
      ),
      { description: "The accounts that aren't used, or are used last, and why." },
    ),
  },
  { additionalProperties: false, title: "RoutingSimulation" },
);
