import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** The language that the tests make of English: CLDR's pseudo-language that runs from right to left, with Arabic numbers and dates. */
export const pseudoTag = "ar-XB";

/** A language that has hardly begun. */
export const incompleteTag = "eo";
export const incompleteTexts = { "sign-in.title": "Ensalutu en Kassa" };

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accented = "ÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";
const letters = new Map([...plain].map((letter, at) => [letter, [...accented][at] ?? letter]));
const vowels = /[aeiouy]/gi;

/** An English text whose letters all have accents, which is 40 % longer, and runs from right to left. */
export function pseudoText(text: string): string {
  return print(parse(text, { ignoreTag: true }));
}

function print(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return pseudoWords(element.value);
      if (element.type === TYPE.pound) return "#";
      if (element.type === TYPE.plural)
        return `{${element.value}, plural, ${arabicForms(print(element.options.other?.value ?? []))}}`;
      if (element.type === TYPE.argument) return `{${element.value}}`;
      throw new Error(`a text has a placeholder of type ${element.type}`);
    })
    .join("");
}

const arabicForms = (form: string): string =>
  new Intl.PluralRules(pseudoTag)
    .resolvedOptions()
    .pluralCategories.map((category) => `${category} {${form}}`)
    .join(" ");

/**
 * Longer by doubled vowels, and by more of the last letter. The marks make Latin letters, but no digits, run from right to left, and
 * say so to what looks for the first letter's direction.
 */
function pseudoWords(text: string): string {
  if (!/[A-Za-z]/.test(text)) return text;
  const longer = text.replaceAll(vowels, "$&$&");
  const padded = longer.replace(/[A-Za-z](?=[^A-Za-z]*$)/, (last) =>
    last.repeat(Math.max(1, Math.ceil(text.length * 1.4) - longer.length + 1)),
  );
  const pseudo = [...padded].map((letter) => letters.get(letter) ?? letter).join("");
  return pseudo.replaceAll(/[^\d]+/g, "\u200F\u202E$&\u202C\u200F");
}
