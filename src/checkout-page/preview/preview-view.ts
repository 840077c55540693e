import type { Mode } from "../../kernel/mode.ts";
import type { Locale } from "../locale.ts";
import { sampleViews } from "../sample-views.ts";
import type { Merchant, PageView } from "../view-model.ts";

/** The states of the page that people look at while they choose how it looks. */
export const previewStates = ["open", "open_declined", "transfer", "paid", "expired"] as const;
export type PreviewState = (typeof previewStates)[number];

/** A sample order of a merchant, as their customers would see it. */
export function previewView(
  state: PreviewState,
  { locale, mode, merchant }: { readonly locale: Locale; readonly mode: Mode; readonly merchant: Merchant },
): PageView {
  const sample = sampleViews(locale)[state];
  if (!sample || !("merchant" in sample)) throw new Error(`there is no sample of ${state}`);
  return { ...sample, mode, merchant } as PageView;
}
