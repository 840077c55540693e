import { currentLocale } from "../texts/texts.ts";

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A length of time in its largest unit, in the reader's words: “3 minutes”. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? (["second", 1] as const);
  return new Intl.NumberFormat(currentLocale(), { style: "unit", unit, unitDisplay: "long" }).format(
    Math.floor(seconds / size),
  );
}
