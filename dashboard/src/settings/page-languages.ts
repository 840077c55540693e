import { bestLanguage } from "../texts/best-language.ts";
import { languageChoices } from "../texts/language-choices.ts";
import { currentLocale } from "../texts/texts.ts";
import { pageLocales } from "./page-locales.ts";

/** The reader's language, if the page has it. */
export const pageLocaleOfReader = (): string => bestLanguage([currentLocale()], pageLocales) ?? "en";

/** For a list: each language of the page. */
export const pageLanguages = (): { value: string; label: string }[] => languageChoices(pageLocales);
