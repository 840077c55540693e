import type { Settings } from "@kassa/sdk";

export const textNames = ["submitNote", "paidNote"] as const;
type TextName = (typeof textNames)[number];
export type TypedTexts = Readonly<Record<TextName, string>>;
/** What is typed, by language; of languages that were looked at. */
export type TextsDraft = Readonly<Record<string, TypedTexts>>;

/** What is typed for a language, else what is saved. */
export function textsOf(settings: Settings, draft: TextsDraft, locale: string): TypedTexts {
  const saved = settings.texts[locale];
  return draft[locale] ?? { submitNote: saved?.submitNote ?? "", paidNote: saved?.paidNote ?? "" };
}

/** The languages whose texts differ from the saved ones, as the API takes them. */
export function changedTexts(settings: Settings, draft: TextsDraft): Record<string, object> {
  const changed = Object.entries(draft).filter(([locale, typed]) => {
    const saved = textsOf(settings, {}, locale);
    return textNames.some((name) => typed[name].trim() !== saved[name]);
  });
  return Object.fromEntries(
    changed.map(([locale, { submitNote, paidNote }]) => [
      locale,
      { submitNote: submitNote.trim() || null, paidNote: paidNote.trim() || null },
    ]),
  );
}
