import type { Static, TStringOptions } from "typebox";
import { amount, amountOrZero, emailPattern, mode, nullable, oneOf } from "../kernel/fields.ts";
import type { ProblemCode } from "../kernel/problem-codes.ts";
import { Type } from "../kernel/type.ts";
import { logoTypes } from "./settings.ts";

/** Schemas of requests and responses. `x-problem` is the problem code for a fault of a field, `x-expects` the detail. */

const setting = (
  limits: TStringOptions,
  description: string,
  expects: string,
  code: ProblemCode = "parameter_invalid",
) => {
  const annotations = { "x-problem": code, "x-expects": expects };
  return Type.Optional(
    Type.Union([Type.String({ ...limits, ...annotations }), Type.Null()], { ...annotations, description }),
  );
};

/** A page of the merchant's own. */
const address = (what: string) =>
  setting(
    { minLength: 1 },
    `${what}: an https address; in sandbox mode http too. null: none.`,
    "It has to be an absolute address of at most 2048 characters, or null.",
    "url_invalid",
  );

const lateFunds =
  "What happens to late funds, and to the part of a transfer that exceeds the requested amount: they are refunded (`refund`) or kept (`keep`).";

const timeExtensions =
  "How many times a customer can extend an open session by 30 minutes, in its last hour.";

const AmountLimitSchema = Type.Object(
  {
    minimum: Type.Optional(nullable(amount("The smallest amount, in minor units."), "Default: 1.")),
    maximum: Type.Optional(nullable(amount("The largest amount, in minor units."), "Default: 999999999999.")),
  },
  { additionalProperties: false, title: "AmountLimit" },
);

/** Has no `x-expects`, because in requests the union with null has it. */
const lateFundsChoice = (description = "") =>
  Type.Unsafe<"refund" | "keep">(
    Type.Union([Type.Literal("refund"), Type.Literal("keep")], { title: "LateFunds", description }),
  );

const rules = {
  waitDays: Type.Integer({
    minimum: 1,
    maximum: 90,
    "x-expects": "It has to be a number of days from 1 to 90.",
    description:
      "The number of days that a customer has for a transfer. A change applies to new transfers. Default: 14.",
  }),
  tolerance: amountOrZero(
    "A difference up to this many minor units, either way, counts as the expected amount. Default: 0.",
  ),
  tooLittle: oneOf(
    ["wait", "accept", "refund"],
    "A part of the amount. `wait` for the rest (default), `accept` it as the whole payment, or `refund` it.",
  ),
  tooMuch: oneOf(
    ["keep_as_liability", "refund"],
    "More than the amount. `keep_as_liability` (default): it is booked as a surplus, and `lateFunds` says what happens to it. `refund`: it is returned to the payer and not booked.",
  ),
  late: oneOf(
    ["flag", "accept", "refund"],
    "Money for a transfer that is over. `flag` it for your decision (default), `accept` it, or `refund` it.",
  ),
  wrongCurrency: oneOf(
    ["flag", "refund"],
    "Money in another currency. `flag` it for your decision (default), or `refund` it.",
  ),
};

const TransferRulesSchema = Type.Object(rules, { additionalProperties: false, title: "TransferRules" });
const ChangeTransferRulesSchema = Type.Object(
  {
    waitDays: Type.Optional(rules.waitDays),
    tolerance: Type.Optional(rules.tolerance),
    tooLittle: Type.Optional(rules.tooLittle),
    tooMuch: Type.Optional(rules.tooMuch),
    late: Type.Optional(rules.late),
    wrongCurrency: Type.Optional(rules.wrongCurrency),
  },
  { additionalProperties: false, title: "ChangeTransferRules" },
);

const pageText = (when: string) =>
  nullable(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: "\\S",
      "x-expects": "It has to be a text of 1 to 500 characters, or null.",
    }),
    `Your own sentence ${when}. Plain text.`,
  );
const submitNote = pageText("above the button that pays");
const paidNote = pageText("on the page once it is paid");

export const ChangeSettingsSchema = Type.Object(
  {
    displayName: setting(
      { minLength: 1, maxLength: 100, pattern: "\\S" },
      "Your name, as customers read it. null: the tenant's name.",
      "It has to be a name of 1 to 100 characters, or null.",
    ),
    supportEmail: setting(
      { minLength: 3, maxLength: 254, pattern: emailPattern },
      "The e-mail address for customers' questions. null: none.",
      "It has to be an e-mail address, or null.",
    ),
    supportUrl: address("The help page for customers"),
    supportPhone: setting(
      { pattern: "^\\+?(?:[ ()./-]{0,2}[0-9]){3,15}$", maxLength: 40 },
      "The phone number for customers. null: none.",
      "It has to be a phone number of 3 to 15 digits, such as +49 30 1234567, or null.",
    ),
    termsUrl: address("Your terms and conditions, which the page links to"),
    privacyUrl: address("Your privacy notice, which the page links to"),
    imprintUrl: address("Your legal notice (imprint), which the page links to"),
    defaultLocale: setting(
      { minLength: 2, maxLength: 35 },
      "The page's language if neither the session nor the browser specifies one, as a BCP 47 tag. null: English.",
      "It has to be a BCP 47 tag of a language that the page has, such as de or pt-BR, or null.",
      "locale_invalid",
    ),
    brandColor: setting(
      { pattern: "^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$" },
      "The colour of buttons and links. If its contrast is too low, buttons get a border and links the nearest shade with enough contrast; `colors` in the response says which. null: the default blue.",
      "It has to be a colour such as #1f4e8c, or null.",
    ),
    lateFunds: Type.Optional(
      Type.Union([lateFundsChoice(), Type.Null()], {
        "x-expects": "It has to be refund, keep or null.",
        description: `${lateFunds} null: the tenant's default, which is refund.`,
      }),
    ),
    amountLimits: Type.Optional(
      nullable(
        Type.Record(Type.String(), nullable(AmountLimitSchema), { maxProperties: 200 }),
        "The smallest and largest amount of a session, by currency. An entry replaces its currency's limits; null instead of an entry removes them. Other currencies stay unchanged. null: the default limits for all currencies.",
      ),
    ),
    transferRules: Type.Optional(
      nullable(
        ChangeTransferRulesSchema,
        "How long Kassa waits for bank transfers to your own accounts, and what happens to unexpected ones. Rules that you don't send stay unchanged. null: the defaults.",
      ),
    ),
    timeExtensions: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: 10,
          "x-expects": "It has to be a whole number from 0 to 10, or null.",
        }),
        `${timeExtensions} 0: never. null: the default, 1.`,
      ),
    ),
    texts: Type.Optional(
      nullable(
        Type.Record(
          Type.String(),
          nullable(
            Type.Object(
              { submitNote: Type.Optional(submitNote), paidNote: Type.Optional(paidNote) },
              { additionalProperties: false, title: "ChangePageText" },
            ),
          ),
          { maxProperties: 100 },
        ),
        "Your own sentences on the page, by BCP 47 tag of the page's languages. An entry replaces its language's texts; null instead of an entry removes them. Other languages stay unchanged. null: none.",
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one setting to change." },
);
export type ChangeSettingsBody = Static<typeof ChangeSettingsSchema>;

const SchemeColorsSchema = Type.Object(
  {
    button: Type.String({ description: "The colour of buttons." }),
    buttonBorder: Type.String({
      description:
        "The colour of their border: that of the button, or a shade that stands out where the button doesn't.",
    }),
    buttonText: Type.String({ description: "The colour of the text on buttons." }),
    link: Type.String({ description: "The colour of links." }),
    adjusted: Type.Boolean({
      description: "Whether the shade of buttons or links differs from the brand colour.",
    }),
    reason: Type.String({ description: "The reason, in a sentence or two." }),
  },
  { additionalProperties: false, title: "SchemeColors" },
);

const LogoSchema = Type.Object(
  {
    url: Type.String({
      description: "The address from which the page loads it. Each upload gets a new address.",
    }),
    mediaType: Type.Union(
      logoTypes.map((type) => Type.Literal(type)),
      { description: "The media type of the picture." },
    ),
    width: Type.Integer({ description: "The width of the picture in pixels." }),
    height: Type.Integer({ description: "The height of the picture in pixels." }),
  },
  { additionalProperties: false, title: "Logo" },
);

/** The response of every operation on the settings. */
export const SettingsSchema = Type.Object(
  {
    object: Type.Literal("settings", { description: "The type of this object." }),
    mode: mode(),
    displayName: Type.String({ description: "Your name, as customers read it." }),
    supportEmail: nullable(Type.String(), "The e-mail address for customers' questions."),
    supportUrl: nullable(Type.String(), "The help page for customers."),
    supportPhone: nullable(Type.String(), "The phone number for customers."),
    termsUrl: nullable(Type.String(), "Your terms and conditions, which the page links to."),
    privacyUrl: nullable(Type.String(), "Your privacy notice, which the page links to."),
    imprintUrl: nullable(Type.String(), "Your legal notice (imprint), which the page links to."),
    defaultLocale: nullable(
      Type.String(),
      "The page's language if neither the session nor the browser specifies one.",
    ),
    brandColor: nullable(Type.String(), "The colour of buttons and links, as you set it."),
    lateFunds: lateFundsChoice(lateFunds),
    amountLimits: Type.Record(
      Type.String(),
      Type.Object(
        {
          minimum: nullable(amountOrZero("Minor units."), "The smallest amount; null for the default, 1."),
          maximum: nullable(
            amountOrZero("Minor units."),
            "The largest amount; null for the default, 999999999999.",
          ),
        },
        { additionalProperties: false, title: "AmountLimit" },
      ),
      {
        description:
          "The smallest and largest amount of a session, by currency, for the currencies that you have set.",
      },
    ),
    transferRules: TransferRulesSchema,
    timeExtensions: Type.Integer({ description: timeExtensions }),
    texts: Type.Record(
      Type.String(),
      Type.Object({ submitNote, paidNote }, { additionalProperties: false, title: "PageText" }),
      {
        description:
          "Your own sentences on the page, by language. If the customer's language has none, the page uses that of its base language (`pt` for `pt-BR`), otherwise that of `defaultLocale`.",
      },
    ),
    colors: nullable(
      Type.Object(
        { light: SchemeColorsSchema, dark: SchemeColorsSchema },
        { additionalProperties: false, title: "PageColors" },
      ),
      "The shades of `brandColor` that the light and the dark page use; null without a brand colour.",
    ),
    logo: nullable(LogoSchema, "Your logo; null for none."),
  },
  { additionalProperties: false, title: "Settings" },
);
