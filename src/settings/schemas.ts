import { type Static, type TStringOptions, Type } from "typebox";
import { oneOf } from "../kernel/fields.ts";
import type { ProblemCode } from "../kernel/problem-codes.ts";
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

export const ChangeSettingsSchema = Type.Object(
  {
    displayName: setting(
      { minLength: 1, maxLength: 100, pattern: "\\S" },
      "Your name, as customers read it. null: the tenant's own.",
      "It has to be a name of 1 to 100 characters, or null.",
    ),
    supportEmail: setting(
      { minLength: 3, maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+$" },
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
      Type.Union([Type.Literal("refund"), Type.Literal("keep"), Type.Null()], {
        "x-expects": "It has to be refund, keep or null.",
        description: `${lateFunds} null: as the tenant was made, which is refund.`,
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, "x-expects": "Send at least one setting to change." },
);
export type ChangeSettingsBody = Static<typeof ChangeSettingsSchema>;

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

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
    mode: Type.Union([Type.Literal("live"), Type.Literal("sandbox")], {
      description: "The mode of the key. Each mode has its own settings.",
    }),
    displayName: Type.String({ description: "Your name, as customers read it." }),
    supportEmail: nullable(Type.String(), "Whom customers can write to."),
    supportUrl: nullable(Type.String(), "Where customers find help."),
    supportPhone: nullable(Type.String(), "Where customers can call."),
    defaultLocale: nullable(
      Type.String(),
      "The page's language where neither the session nor the browser says one.",
    ),
    brandColor: nullable(Type.String(), "The colour of buttons and links, as you gave it."),
    lateFunds: oneOf(["refund", "keep"], lateFunds),
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
