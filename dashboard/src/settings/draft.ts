import type { Settings } from "@kassa/sdk";

/** What is typed into the form. An empty text means that there is none. */
export type Draft = Readonly<
  Record<
    | "displayName"
    | "supportEmail"
    | "supportUrl"
    | "supportPhone"
    | "termsUrl"
    | "privacyUrl"
    | "imprintUrl"
    | "defaultLocale"
    | "brandColor",
    string
  >
>;

export const toDraft = (settings: Settings): Draft => ({
  displayName: settings.displayName,
  supportEmail: settings.supportEmail ?? "",
  supportUrl: settings.supportUrl ?? "",
  supportPhone: settings.supportPhone ?? "",
  termsUrl: settings.termsUrl ?? "",
  privacyUrl: settings.privacyUrl ?? "",
  imprintUrl: settings.imprintUrl ?? "",
  defaultLocale: settings.defaultLocale ?? "",
  brandColor: settings.brandColor ?? "",
});

/** What was sent as it is stored, such as an address in ASCII. */
export function storedOf(saved: Settings, sent: object): Partial<Draft> {
  return Object.fromEntries(Object.entries(toDraft(saved)).filter(([name]) => name in sent));
}

/** What has to be sent to save a draft: the settings that differ. */
export function changesOf(saved: Settings, draft: Draft): Record<string, string | null> {
  const before = toDraft(saved);
  const names = Object.keys(before) as (keyof Draft)[];
  return Object.fromEntries(
    names.filter((name) => draft[name] !== before[name]).map((name) => [name, draft[name].trim() || null]),
  );
}
