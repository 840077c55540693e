import { couldBeCardNumber, ruleOf, rulesFor } from "./card-number.js";
import { digitsIn, latinDigits } from "./digits.js";
import { formatExpiry } from "./typing.js";

// The server makes the same checks and has the last word. These are made as soon as somebody leaves a field.

const checkNumber = (input) => {
  const digits = digitsIn(input.value);
  if (digits === "") return "number_missing";
  // Test numbers with a wrong check digit on purpose.
  if (input.parentElement.dataset.exempt.split(" ").includes(digits)) return undefined;
  return couldBeCardNumber(digits, rulesFor(input)) ? undefined : "number_invalid";
};

/** In the last time zone a month ends twelve hours later than in UTC. */
const lastZoneDelayMs = 43_200_000;
const yearsAheadMax = 50;

/** @param nowMs the time by the session's clock */
export const checkExpiry = (text, nowMs) => {
  if (text.trim() === "") return "expiry_missing";
  const [, month, shortYear] = /^(\d\d) \/ (\d\d)$/.exec(formatExpiry(text, false)) ?? [];
  const year = 2000 + Number(shortYear);
  if (!(month >= 1 && month <= 12) || year > new Date(nowMs).getUTCFullYear() + yearsAheadMax)
    return "expiry_invalid";
  return nowMs >= Date.UTC(year, Number(month), 1) + lastZoneDelayMs ? "expiry_past" : undefined;
};

const checkCode = (input) => {
  const { length } = digitsIn(input.value);
  if (length === 0) return "cvc_missing";
  const number = document.getElementById("number");
  const wanted = ruleOf(digitsIn(number.value), rulesFor(number))?.codeLength;
  // As long as the brand isn't known, either length may be right.
  if (wanted === undefined ? length === 3 || length === 4 : length === wanted) return undefined;
  return wanted === 4 ? "cvc_not_4_digits" : "cvc_not_3_digits";
};

/** Whether an IBAN has correct check digits (ISO 13616). The server also checks the format of its country. */
export const couldBeIban = (iban) => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4))
    rest = Number(`${rest}${Number.parseInt(character, 36)}`) % 97;
  return rest === 1;
};

const checkIban = (input) => {
  const iban = latinDigits(input.value)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/^IBAN/, "");
  if (iban === "") return "iban_missing";
  return couldBeIban(iban) ? undefined : "iban_invalid";
};

const pageTimeMs = () => Date.parse(document.querySelector("[data-now]").dataset.now) + performance.now();

const checks = {
  number: checkNumber,
  expiry: (input) => checkExpiry(input.value, pageTimeMs()),
  cvc: checkCode,
  holder: (input) => (input.value.trim() === "" ? "holder_missing" : undefined),
  iban: checkIban,
};

/** The inputs of a form that can be checked, in their order. */
export const checkedInputs = (form) => [...form.elements].filter(({ id }) => Object.hasOwn(checks, id));

/** The code of an input's fault; undefined if it has none. */
export const faultOf = (input) => checks[input.id](input);
