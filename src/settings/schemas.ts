import type { Static, TStringOptions } from "typebox";
import { amount, emailPattern, mode, nullable, sum } from "../kernel/fields.ts";
import type { ProblemCode } from "../kernel/problem-codes.ts";
import { Type } from "../kernel/type.ts";
import { logoTypes } from "./settings.ts";

/** Schemas of the settings' requests and answers. `x-problem` names the problem that a fault of a field is. */

const setting = (
  limits: TStringOptions,
  description: string,
  expects: string,
  code: ProblemCode = "parameter_invalid",
) => {
  const told = { "x-problem": code, "x-expects": expects };
  return Type.Optional(
    Type.Union([Type.String({ ...limits, ...told }), Type.Null()], { ...told, description }),
  );
};

const lateFunds =
  "What becomes of money that nobody waited for, since it came after the payment was given up or beyond what was asked for: sent back (refund) or kept.";

const AmountLimitSchema = Type.Object(
  {
    minimum: Type.Optional(nullable(amount("The smallest amount, in minor units."), "Default: 1.")),
    maximum: Type.Optional(nullable(amount("The largest amount, in minor units."), "Default: 999999999999.")),
  },
  { additionalProperties: false, title: "AmountLimit" },
);

/** Says nothing of what it takes: in requests that is for the union with null to say. */
const lateFundsChoice = (description = "") =>
  Type.Unsafe<"refund" | "keep">(
    Type.Union([Type.Literal("refund"), Type.Literal("keep")], { title: "LateFunds", description }),
  );

export const ChangeSettingsSchema = Type.Object(
  {
    displayName: setting(
      { minLength: 1, maxLength: 100, pattern: "\\S" },
      "Your name, as customers read it. null: the tenant's own.",
      "It has to be a name of 1 to 100 characters, or null.",
    ),
    supportEmail: setting(
      { minLength: 3, maxLength: 254, pattern: emailPattern },
      "Whom customers can write to. null: nobody.",
      "It has to be an e-mail address, or null.",
    ),
    supportUrl: setting(
      { minLength: 1 },
      "Where customers find help: an https address; in sandbox mode http too. null: nowhere.",
      "It has to be an absolute address of at most 2048 characters, or null.",
      "url_invalid",
    ),
    supportPhone: setting(
      { pattern: "^\\+?(?:[ ()./-]{0,2}[0-9]){3,15}$", maxLength: 40 },
      "Where customers can call. null: nowhere.",
      "It has to be a phone number of 3 to 15 digits, such as +49 30 1234567, or null.",
    ),
    defaultLocale: setting(
      { minLength: 2, maxLength: 35 },
      "The page's language where neither the session nor the browser says one, as a BCP 47 tag. null: English.",
      "It has to be a BCP 47 tag of a language that the page has, such as de or pt-BR, or null.",
      "locale_invalid",
    ),
    brandColor: setting(
      { pattern: "^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$" },
      "The colour of buttons and links. Where it could not be read or seen, the page uses the nearest shade that can be; `colors` of the answer says which. null: the page's own blue.",
      "It has to be a colour such as #1f4e8c, or null.",
    ),
    lateFunds: Type.Optional(
      Type.Union([lateFundsChoice(), Type.Null()], {
        "x-expects": "It has to be refund, keep or null.",
        description: `${lateFunds} null: as the tenant was made, which is refund.`,
      }),
    ),
    amountLimits: Type.Optional(
      nullable(
        Type.Record(Type.String(), nullable(AmountLimitSchema), { maxProperties: 200 }),
        "The smallest and largest amount of a session, by currency. An entry replaces its currency's limits, null in its place takes them back, other currencies stay. null: the default for all.",
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one setting to change." },
);
export type ChangeSettingsBody = Static<typeof ChangeSettingsSchema>;

const SchemeColorsSchema = Type.Object(
  {
    button: Type.String({ description: "The colour of buttons." }),
    buttonText: Type.String({ description: "The colour of the words on them." }),
    link: Type.String({ description: "The colour of links." }),
    adjusted: Type.Boolean({
      description: "Whether buttons or links have another shade than was asked for.",
    }),
    reason: Type.String({ description: "Why, in a sentence or two." }),
  },
  { additionalProperties: false, title: "SchemeColors" },
);

const LogoSchema = Type.Object(
  {
    url: Type.String({ description: "Where the page loads it from. Another upload gets another address." }),
    mediaType: Type.Union(
      logoTypes.map((type) => Type.Literal(type)),
      { description: "What kind of picture it is." },
    ),
    width: Type.Integer({ description: "Its own width in pixels." }),
    height: Type.Integer({ description: "Its own height in pixels." }),
  },
  { additionalProperties: false, title: "Logo" },
);

/** The answer of every operation on the settings. */
export const SettingsSchema = Type.Object(
  {
    object: Type.Literal("settings", { description: "What kind of object this is." }),
    mode: mode(),
    displayName: Type.String({ description: "Your name, as customers read it." }),
    supportEmail: nullable(Type.String(), "Whom customers can write to."),
    supportUrl: nullable(Type.String(), "Where customers find help."),
    supportPhone: nullable(Type.String(), "Where customers can call."),
    defaultLocale: nullable(
      Type.String(),
      "The page's language where neither the session nor the browser says one.",
    ),
    brandColor: nullable(Type.String(), "The colour of buttons and links, as you gave it."),
    lateFunds: lateFundsChoice(lateFunds),
    amountLimits: Type.Record(
      Type.String(),
      Type.Object(
        {
          minimum: nullable(sum("Minor units."), "The smallest amount; null for the default, 1."),
          maximum: nullable(sum("Minor units."), "The largest amount; null for the default, 999999999999."),
        },
        { additionalProperties: false, title: "AmountLimit" },
      ),
      { description: "The smallest and largest amount of a session, by currency, where you have set any." },
    ),
    colors: nullable(
      Type.Object(
        { light: SchemeColorsSchema, dark: SchemeColorsSchema },
        { additionalProperties: false, title: "PageColors" },
      ),
      "What the page makes of `brandColor`, on its light and on its dark form; null without one.",
    ),
    logo: nullable(LogoSchema, "Your logo; null for none."),
  },
  { additionalProperties: false, title: "Settings" },
);
