import { en, type Texts } from "./en.ts";

/** A language may be incomplete: what it lacks is said in English. */
export type Language = Readonly<Partial<Texts>>;

/** The languages of the dashboard by their BCP 47 tags, each with its texts, which are loaded when they are needed. */
export const languages: Readonly<Record<string, () => Promise<Language>>> = {
  en: async () => en,
  de: async () => (await import("./de.ts")).de,
};
