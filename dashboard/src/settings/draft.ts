import type { Settings } from "@kassa/sdk";

/** What is typed into the form. An empty text means that there is none. */
export type Draft = Readonly<
  Record<
    "displayName" | "supportEmail" | "supportUrl" | "supportPhone" | "defaultLocale" | "brandColor",
    string
  >
>;

export const toDraft = (settings: Settings): Draft => ({
  displayName: settings.displayName,
  supportEmail: settings.supportEmail ?? "",
  supportUrl: settings.supportUrl ?? "",
  supportPhone: settings.supportPhone ?? "",
  defaultLocale: settings.defaultLocale ?? "",
  brandColor: settings.brandColor ?? "",
});

/** What has to be sent to save a draft: the settings that differ. */
export function changesOf(saved: Settings, draft: Draft): Record<string, string | null> {
  const before = toDraft(saved);
  const names = Object.keys(before) as (keyof Draft)[];
  return Object.fromEntries(
    names.filter((name) => draft[name] !== before[name]).map((name) => [name, draft[name].trim() || null]),
  );
}
