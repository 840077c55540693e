import type { Mode } from "../kernel/mode.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import { checkRedirectUrl } from "../kernel/url-rules.ts";
import { limitFaults } from "./amount-limits.ts";
import { textsFaults } from "./page-texts.ts";
import type { SettingsRow } from "./queries.ts";
import type { ChangeSettingsBody } from "./schemas.ts";

export type ChangeRules = {
  readonly mode: Mode;
  /** The language of the page that matches a BCP 47 tag; undefined when there is none. */
  readonly supportedLocale: (tag: string) => string | undefined;
};

export type SettingsChange = Partial<Omit<SettingsRow, "logo" | "amountLimits" | "transferRules" | "texts">>;

/**
 * Validates a change that fits its schema and normalizes it for storage: colours as `#rrggbb`, URLs in ASCII. Only checks
 * amount limits and texts, because they are merged with the current ones.
 */
export function checkChange(body: ChangeSettingsBody, rules: ChangeRules): Result<SettingsChange, Problem> {
  const faults: Problem[] = [];
  for (const [name, value] of Object.entries(body)) {
    const fault = typeof value === "string" ? textFault(name, value) : undefined;
    if (fault) faults.push(fault);
  }
  const {
    supportUrl: _supportUrl,
    termsUrl: _termsUrl,
    privacyUrl: _privacyUrl,
    imprintUrl: _imprintUrl,
    defaultLocale,
    brandColor,
    amountLimits,
    transferRules: _rules,
    texts,
    ...unnormalized
  } = body;
  if (amountLimits) faults.push(...limitFaults(amountLimits));
  if (texts) faults.push(...textsFaults(texts, rules.supportedLocale));
  const change: SettingsChange = {
    ...unnormalized,
    ...checkUrls(body, rules, faults),
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

const addresses = ["supportUrl", "termsUrl", "privacyUrl", "imprintUrl"] as const;
type Addresses = Partial<Record<(typeof addresses)[number], string | null>>;

function checkUrls(body: ChangeSettingsBody, { mode }: ChangeRules, faults: Problem[]): Addresses {
  const checked: Addresses = {};
  for (const name of addresses) {
    const url = body[name];
    const verdict = typeof url === "string" ? checkRedirectUrl(url, { mode }) : undefined;
    if (verdict?.ok === false) faults.push(problem(verdict.code, verdict.detail, `/${name}`));
    if (url !== undefined) checked[name] = verdict?.ok ? verdict.url : null;
  }
  return checked;
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
