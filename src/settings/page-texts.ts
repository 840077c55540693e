import { type Problem, problem } from "../kernel/problem.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import type { ChangeSettingsBody } from "./schemas.ts";
import { type PageTexts, pageTextNames } from "./settings.ts";

type Change = NonNullable<ChangeSettingsBody["texts"]>;
type SupportedLocale = (tag: string) => string | undefined;

/** Applies a change to the texts: an entry replaces those of its language, null and an entry without a text remove them. */
export function mergeTexts(
  current: PageTexts,
  change: Change | null,
  supportedLocale: SupportedLocale,
): PageTexts {
  if (change === null) return {};
  const merged = new Map(Object.entries(current));
  for (const [tag, entry] of Object.entries(change)) {
    const locale = supportedLocale(tag) ?? tag;
    const text = { submitNote: entry?.submitNote ?? null, paidNote: entry?.paidNote ?? null };
    if (text.submitNote === null && text.paidNote === null) merged.delete(locale);
    else merged.set(locale, text);
  }
  return Object.fromEntries([...merged].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The faults of a change of texts. */
export function textsFaults(change: Change, supportedLocale: SupportedLocale): Problem[] {
  const seen = new Set<string>();
  return Object.entries(change).flatMap(([tag, entry]) => {
    const locale = supportedLocale(tag);
    if (locale === undefined)
      return [
        problem("locale_invalid", `The payment page has no language for "${tag.slice(0, 35)}".`, "/texts"),
      ];
    if (seen.has(locale))
      return [problem("locale_invalid", `The language "${locale}" is named twice. Name it once.`, "/texts")];
    seen.add(locale);
    return pageTextNames.flatMap((name) => {
      const forbidden = findForbiddenText(entry?.[name] ?? "");
      return forbidden
        ? [
            problem(
              "text_invalid",
              `It contains ${forbidden.codePoint}: ${forbidden.reason}.`,
              `/texts/${tag}/${name}`,
            ),
          ]
        : [];
    });
  });
}
