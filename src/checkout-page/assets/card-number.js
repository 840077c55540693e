// The brands' rules come from the server (`cardRules`), as an attribute of the number field.

const isWithin = (digits, range) => {
  const [low, high = low] = range.split("-");
  const known = digits.slice(0, low.length);
  return known.padEnd(low.length, "0") >= low && known.padEnd(low.length, "9") <= high;
};

/** The rule of the brand that a number belongs to, as far as it has been typed; undefined if no brand is certain. */
export const ruleOf = (digits, rules) =>
  rules.find(({ ranges }) => ranges.some((range) => isWithin(digits, range)));

/** The Luhn check: every second digit from the end counts twice. */
export const passesLuhn = (digits) => {
  let sum = 0;
  Array.from(digits)
    .reverse()
    .forEach((digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      sum += value > 9 ? value - 9 : value;
    });
  return digits !== "" && sum % 10 === 0;
};

/** Whether a number has a length and the check digit of its brand. */
export const couldBeCardNumber = (digits, rules) => {
  const rule = ruleOf(digits, rules);
  const hasLength = rule ? rule.lengths.includes(digits.length) : digits.length >= 12 && digits.length <= 19;
  return hasLength && (rule?.checkDigit === false || passesLuhn(digits));
};

/** Groups digits as they are printed on the card. */
export const groupNumber = (digits, rules) => {
  const starts = ruleOf(digits, rules)?.brand === "amex" ? [4, 10] : [4, 8, 12, 16];
  return Array.from(digits, (digit, index) => (starts.includes(index) ? ` ${digit}` : digit)).join("");
};

/** The rules on a page. @param input the number field */
export const rulesFor = (input) => JSON.parse(input.parentElement.dataset.brands);
