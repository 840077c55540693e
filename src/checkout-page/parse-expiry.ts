import { asciiDigits } from "../kernel/ascii-digits.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { ExpiryFault } from "./form-faults.ts";

/** Month 1 to 12, year with four digits. */
export type Expiry = { readonly month: number; readonly year: number };

/** No card is valid for longer, so a later year is a typing error. */
const yearsAheadMax = 50;
/** In the last time zone a month ends twelve hours later than in UTC. */
const lastZoneDelayMs = 12 * 60 * 60 * 1000;

/**
 * Parses an expiry date as people and browsers enter it: 1/27, 01/27, 01 / 2027, 0127, 127, 012027, 01-27, 01.27, and
 * 2027-01, the autofill format that HTML specifies for `cc-exp`.
 */
export function parseExpiry(text: string, nowMs: number): Result<Expiry, ExpiryFault> {
  const typed = asciiDigits(text).trim();
  if (typed === "") return failed("expiry_missing");
  const expiry = readExpiry(typed);
  if (expiry === null || expiry.month < 1 || expiry.month > 12) return failed("expiry_invalid");
  if (expiry.year > new Date(nowMs).getUTCFullYear() + yearsAheadMax) return failed("expiry_invalid");
  // A card is valid through the last day of its month. Date.UTC counts months from 0, so this is the first of the next month.
  const endMs = Date.UTC(expiry.year, expiry.month, 1) + lastZoneDelayMs;
  return nowMs >= endMs ? failed("expiry_past") : success(expiry);
}

const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})$/;
const separated = /^(?<month>\d{1,2})(?:\s*[-/.\u2010-\u2015\u2044\u2215\uff0f]\s*|\s+)(?<year>\d{2}|\d{4})$/;
const together = /^(?<month>\d{1,2})(?<year>\d{2})$|^(?<longMonth>\d{2})(?<longYear>\d{4})$/;

function readExpiry(typed: string): Expiry | null {
  const parts = (yearFirst.exec(typed) ?? separated.exec(typed) ?? together.exec(typed))?.groups;
  const month = parts?.month ?? parts?.longMonth;
  const year = parts?.year ?? parts?.longYear;
  if (month === undefined || year === undefined) return null;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** "01 / 27", the format of the field on the page. */
export function formatExpiry(expiry: Expiry): string {
  const twoDigits = (value: number) => String(value % 100).padStart(2, "0");
  return `${twoDigits(expiry.month)} / ${twoDigits(expiry.year)}`;
}
