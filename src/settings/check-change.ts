import type { Mode } from "../kernel/mode.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import { checkRedirectUrl } from "../kernel/url-rules.ts";
import { limitFaults } from "./amount-limits.ts";
import type { SettingsRow } from "./queries.ts";
import type { ChangeSettingsBody } from "./schemas.ts";

export type ChangeRules = {
  readonly mode: Mode;
  /** The language of the page that matches a BCP 47 tag; undefined when there is none. */
  readonly supportedLocale: (tag: string) => string | undefined;
};

export type SettingsChange = Partial<Omit<SettingsRow, "logo" | "amountLimits" | "transferRules">>;

/**
 * Validates a change that fits its schema and normalizes it for storage: colours as `#rrggbb`, URLs in ASCII. Only checks
 * amount limits, because they are merged with the current ones.
 */
export function checkChange(body: ChangeSettingsBody, rules: ChangeRules): Result<SettingsChange, Problem> {
  const faults: Problem[] = [];
  for (const [name, value] of Object.entries(body)) {
    const fault = typeof value === "string" ? textFault(name, value) : undefined;
    if (fault) faults.push(fault);
  }
  const {
    supportUrl,
    defaultLocale,
    brandColor,
    amountLimits,
    transferRules: _rules,
    ...unnormalized
  } = body;
  if (amountLimits) faults.push(...limitFaults(amountLimits));
  const change: SettingsChange = {
    ...unnormalized,
    ...(supportUrl === undefined ? {} : { supportUrl: supportUrl && checkUrl(supportUrl, rules, faults) }),
    ...(defaultLocale === undefined
      ? {}
      : { defaultLocale: defaultLocale && checkLocale(defaultLocale, rules, faults) }),
    ...(brandColor === undefined ? {} : { brandColor: brandColor && normalizeColor(brandColor) }),
  };
  const fault = combineProblems(faults);
  return fault ? failed(fault) : success(change);
}

function textFault(name: string, value: string): Problem | undefined {
  const forbidden = findForbiddenText(value);
  if (forbidden)
    return problem("text_invalid", `It contains ${forbidden.codePoint}: ${forbidden.reason}.`, `/${name}`);
  return undefined;
}

function checkUrl(url: string, { mode }: ChangeRules, faults: Problem[]): string {
  const verdict = checkRedirectUrl(url, { mode });
  if (verdict.ok) return verdict.url;
  faults.push(problem(verdict.code, verdict.detail, "/supportUrl"));
  return url;
}

function checkLocale(tag: string, { supportedLocale }: ChangeRules, faults: Problem[]): string {
  const locale = supportedLocale(tag);
  if (locale !== undefined) return locale;
  faults.push(problem("locale_invalid", `The payment page has no language for "${tag}".`, "/defaultLocale"));
  return tag;
}

function normalizeColor(color: string): string {
  const digits = color.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}
