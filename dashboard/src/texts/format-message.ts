export type Values = Readonly<Record<string, string | number>>;

export type Conventions = {
  /** Of the text: it has this language's plural forms. */
  readonly language: string;
  /** Of the reader, who writes numbers so. */
  readonly locale: string;
  /** Whether values may be read in another direction than the text. */
  readonly isolates: boolean;
};

/** `{name}`, or `{name, plural, one {…} other {…}}` with one level of braces in each form. */
const placeholder = /\{(\w+)(?:, plural,((?:\s*(?:=\d+|\w+)\s*\{(?:[^{}]|\{\w+\})*\})+)\s*)?\}/g;
const form = /(=\d+|\w+)\s*\{((?:[^{}]|\{\w+\})*)\}/g;

/** Fills values into a text. It is an ICU message, of which only plurals are used. */
export function formatMessage(text: string, values: Values, conventions: Conventions): string {
  return text.replaceAll(placeholder, (whole, name: string, forms: string | undefined) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (forms === undefined) return shown(value, conventions);
    const chosen = chooseForm(forms, Number(value), conventions.language);
    return formatMessage(chosen.replaceAll("#", shown(value, conventions)), values, conventions);
  });
}

function chooseForm(forms: string, count: number, language: string): string {
  const found = new Map([...forms.matchAll(form)].map(([, key, text]) => [key, text]));
  const category = new Intl.PluralRules(language).select(count);
  return found.get(`=${count}`) ?? found.get(category) ?? found.get("other") ?? "";
}

/** Isolates keep a name in Latin letters from moving the words around it in an Arabic sentence. */
function shown(value: string | number, { locale, isolates }: Conventions): string {
  const text = typeof value === "number" ? new Intl.NumberFormat(locale).format(value) : value;
  return isolates ? `\u2068${text}\u2069` : text;
}
