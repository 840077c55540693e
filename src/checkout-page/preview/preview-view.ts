import type { Mode } from "../../kernel/mode.ts";
import type { PageSettings } from "../../settings/settings.ts";
import type { Locale } from "../locale.ts";
import { merchantOf, notePart } from "../page-view.ts";
import { sampleViews } from "../sample-views.ts";
import type { PageView } from "../view-model.ts";

/** The states of the page that people look at while they choose how it looks. */
export const previewStates = [
  "open",
  "open_without_items",
  "open_declined",
  "transfer",
  "paid",
  "expired",
] as const;
export type PreviewState = (typeof previewStates)[number];

/** Which of the merchant's sentences the states show. */
const noteOf = { open: "submitNote", paid: "paidNote" } as const;

/** A sample order of a merchant, as their customers would see it. */
export function previewView(
  state: PreviewState,
  {
    locale,
    mode,
    settings,
  }: { readonly locale: Locale; readonly mode: Mode; readonly settings: PageSettings },
): PageView {
  const sample = sampleViews(locale)[state];
  if (!sample || !("merchant" in sample)) throw new Error(`there is no sample of ${state}`);
  const name = noteOf[sample.state as keyof typeof noteOf];
  const note = name ? notePart(settings, name, locale) : {};
  return { ...sample, ...note, mode, merchant: merchantOf({ settings }) } as PageView;
}
