import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  TYPE,
} from "@formatjs/icu-messageformat-parser";

type Texts = Readonly<Record<string, string | undefined>>;

/** The names of the texts that a language leaves to English. */
export const missingTexts = (texts: Texts, english: Texts): string[] =>
  Object.keys(english).filter((name) => texts[name] === undefined);

/** What is wrong with a language's texts, a sentence each. That it is incomplete is no fault. */
export function faultsOfTexts(tag: string, texts: Texts, english: Texts): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : faultsOfText(tag, text, english[name]).map((fault) => `${name}: ${fault}`),
  );
}

function faultsOfText(tag: string, text: string, original: string | undefined): string[] {
  if (original === undefined) return ["English has no text of this name"];
  if (text.trim() === "") return ["it is empty; leave it out to show the English one"];
  if (/'[{}]/.test(text)) return ["an apostrophe before a brace hides what stands in it; write ’"];
  try {
    return compare(tag, partsOf(text), partsOf(original));
  } catch (error) {
    return [`it is no ICU message: ${error instanceof Error ? error.message : error}`];
  }
}

type Parts = {
  readonly values: readonly string[];
  readonly numbers: readonly string[];
  readonly plurals: readonly PluralElement[];
};

/** @throws Error for what `format-message.ts` of the dashboard and the payment page's texts don't know */
function partsOf(text: string): Parts {
  const elements = parse(text, { ignoreTag: true });
  const plurals = elements.filter((each) => each.type === TYPE.plural);
  const inForms = plurals.flatMap(({ options }) => Object.values(options).flatMap(({ value }) => value));
  const all = [...elements, ...inForms];
  const strange = all.find((each) => !known.has(each.type) || (inForms.includes(each) && isPlural(each)));
  if (strange)
    throw new Error("only {value}, {value, number} and plurals are used, and no plural in another");
  if (plurals.some(({ offset, pluralType }) => offset !== 0 || pluralType !== "cardinal"))
    throw new Error("plurals have no offset and no ordinal numbers");
  const numbers = all.flatMap((each) => (each.type === TYPE.number ? [each.value] : []));
  const others = all.flatMap((each) => (each.type === TYPE.argument || isPlural(each) ? [each.value] : []));
  return { values: [...new Set([...others, ...numbers])].toSorted(), numbers, plurals };
}

const known: ReadonlySet<TYPE> = new Set([TYPE.literal, TYPE.argument, TYPE.number, TYPE.plural, TYPE.pound]);
const isPlural = (each: MessageFormatElement): each is PluralElement => each.type === TYPE.plural;

function compare(tag: string, own: Parts, original: Parts): string[] {
  const counts = new Set(original.plurals.map(({ value }) => value));
  const expected = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted().join(", ");
  return [
    ...original.values.filter((each) => !own.values.includes(each)).map((each) => `it has lost {${each}}`),
    ...own.values
      .filter((each) => !original.values.includes(each))
      .map((each) => `nothing fills in {${each}}`),
    ...own.numbers
      .filter((each) => !original.numbers.includes(each))
      .map((each) => `{${each}} isn’t a number in the English text`),
    ...own.plurals
      .filter(({ value }) => !counts.has(value))
      .map(({ value }) => `{${value}} isn’t a count in the English text`),
    ...own.plurals
      .filter(({ options }) => categoriesOf(options) !== expected)
      .map(
        ({ value, options }) => `{${value}} has the forms ${categoriesOf(options)}; ${tag} has ${expected}`,
      ),
  ];
}

const categoriesOf = (options: PluralElement["options"]): string =>
  Object.keys(options)
    .filter((key) => !key.startsWith("="))
    .toSorted()
    .join(", ");
