import { domainToASCII } from "node:url";
import { findForbiddenText } from "./text-rules.ts";

/**
 * Checks the URLs that customers are sent to: successUrl and cancelUrl.
 *
 * The rules are stricter than the WHATWG URL standard, which repairs its input (`https:\\x`, tabs inside, a missing slash).
 * Two parsers may repair a URL differently, so a check could see one host and the browser go to another. Only spellings
 * that all parsers read alike are accepted.
 */

export type RedirectUrlRules = {
  readonly mode: "live" | "sandbox";
  /**
   * The tenant's allowed hosts: `shop.example` is that host alone, `*.shop.example` all its subdomains but not itself.
   * Ports are not compared. Undefined allows all hosts; an empty list allows none.
   */
  readonly allowedHosts?: readonly string[] | undefined;
};

/**
 * `url` is the URL as given. If it isn't ASCII or its host needs interpreting (`[0:0::1]`), it is the URL parser's form:
 * valid in a Location header, and unambiguous.
 */
export type RedirectUrlResult =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly code: "url_invalid" | "url_not_allowed"; readonly detail: string };

/** The longest URL in UTF-16 units, as given and in its ASCII form. */
export const MAXIMUM_URL_LENGTH = 2048;

/**
 * A plain URL whose host needs no parser. Captures 1 the scheme, 2 the host.
 *
 * By the URL standard parsing can fail or change the host only through forbidden host characters, percent signs, non-ASCII
 * or `xn--` labels, a last label that reads as a number, a trailing dot or a port above 65535. None of these can match here
 * (`xn--` is checked separately); what follows the host never fails.
 */
const PLAIN_URL =
  /^(https?):\/\/((?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*)(?::[1-9][0-9]{0,3})?(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i;

/**
 * An absolute URL with a host and an optional port. Captures 1 the scheme, 2 the host. Each label ends at the next dot, so
 * a host matches in only one way and the time is linear.
 */
const ABSOLUTE_URL = new RegExp(
  [
    /^(https?):\/\//.source,
    /([a-z0-9_\u0080-\uffff-]+(?:\.[a-z0-9_\u0080-\uffff-]+)*\.?|\[[0-9a-f:.]+\])/.source,
    /(?::[1-9][0-9]{0,4})?(?:[/?#]|$)/.source,
  ].join(""),
  "i",
);

/** An "@" before the path, also with missing or extra slashes: then the apparent host isn't the host. */
const CREDENTIALS = /^[a-z]+:\/*[^/?#]*@/i;
const WHITESPACE_OR_BACKSLASH = /[\s\\]/;

/** Percent-encoded control characters, which could fool a receiver that decodes before it splits headers. */
const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** A numeric host as the URL parser writes it: 2130706433, 0x7f.1 and 127.1 all become 127.0.0.1. */
const IPV4 = /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/;

const ASCII = /^[\x21-\x7e]*$/;

/** The template, raw or percent-encoded by the URL parser or an SDK. */
const SESSION_ID_TEMPLATE = /(?:\{|%7[Bb])CHECKOUT_SESSION_ID(?:\}|%7[Dd])/g;

/**
 * Checks a URL that customers are sent to.
 *
 * `url_invalid`: not an absolute https address (http also in the sandbox), or one with credentials, control characters,
 * whitespace, backslashes or more than 2048 characters. `url_not_allowed`: its host is not one of the tenant's allowed
 * hosts. `{CHECKOUT_SESSION_ID}` may be anywhere after the host.
 */
export function checkRedirectUrl(raw: string, rules: RedirectUrlRules): RedirectUrlResult {
  if (raw.length > MAXIMUM_URL_LENGTH) return invalid(`must have at most ${MAXIMUM_URL_LENGTH} characters.`);
  if (raw.includes("%") && ENCODED_CONTROL.test(raw))
    return invalid("must hold no encoded control characters.");
  const plain = PLAIN_URL.exec(raw);
  const host = plain?.[2]?.toLowerCase();
  if (host === undefined || host.includes("xn--")) return checkUnusualUrl(raw, rules);
  if (rules.mode === "live" && isHttp(plain?.[1])) return httpInLive();
  return allowHost(host, raw, rules);
}

/** The URL with the session's id in place of each `{CHECKOUT_SESSION_ID}`, raw or percent-encoded. */
export function fillSessionId(url: string, sessionId: string): string {
  if (!url.includes("CHECKOUT_SESSION_ID")) return url;
  // Ids need no encoding; they are encoded anyway, so that no id can change the URL.
  const encoded = encodeURIComponent(sessionId);
  return url.replace(SESSION_ID_TEMPLATE, () => encoded);
}

/** URLs that need the parser (other scripts, IP addresses, high ports), and all refused ones. */
function checkUnusualUrl(raw: string, rules: RedirectUrlRules): RedirectUrlResult {
  const fault = findFault(raw);
  if (fault !== undefined) return invalid(fault);
  const absolute = ABSOLUTE_URL.exec(raw);
  if (absolute === null) return invalid('must be absolute: "https://", a host name and perhaps a port.');
  if (rules.mode === "live" && isHttp(absolute[1])) return httpInLive();
  const parsed = URL.parse(raw);
  if (parsed === null) return invalid("has a host or port that does not exist.");
  if (IPV4.test(parsed.hostname) && absolute[2] !== parsed.hostname)
    return invalid("must name its host, or write an IPv4 address as four decimal numbers.");
  const asGiven = ASCII.test(raw) && absolute[2]?.toLowerCase() === parsed.hostname;
  const url = asGiven ? raw : parsed.href;
  if (url.length > MAXIMUM_URL_LENGTH) return invalid(`must have at most ${MAXIMUM_URL_LENGTH} characters.`);
  return allowHost(parsed.hostname, url, rules);
}

/** The first thing that no URL may contain, as the rest of a sentence; undefined if there is none. */
function findFault(raw: string): string | undefined {
  if (WHITESPACE_OR_BACKSLASH.test(raw)) return "must hold no spaces, line breaks or backslashes.";
  const forbidden = findForbiddenText(raw);
  if (forbidden !== undefined) return `must not hold ${forbidden.codePoint}, ${forbidden.reason}.`;
  return CREDENTIALS.test(raw) ? "must hold no user name or password." : undefined;
}

function allowHost(hostname: string, url: string, rules: RedirectUrlRules): RedirectUrlResult {
  if (rules.allowedHosts === undefined || isAllowedHost(hostname, rules.allowedHosts))
    return { ok: true, url };
  return {
    ok: false,
    code: "url_not_allowed",
    detail: "The URL's host is not one of the account's allowed hosts.",
  };
}

function isAllowedHost(hostname: string, allowedHosts: readonly string[]): boolean {
  const host = withoutTrailingDot(hostname);
  return allowedHosts.some((entry) => {
    const wildcard = entry.startsWith("*.");
    const allowed = normalizeHost(wildcard ? entry.slice(2) : entry);
    if (allowed === "") return false;
    return wildcard ? host.endsWith(`.${allowed}`) : host === allowed;
  });
}

/** Whether a text is valid in a tenant's list of allowed hosts: a host, or `*.` and a host for its subdomains. */
export function isHostPattern(text: string): boolean {
  const host = normalizeHost(text.startsWith("*.") ? text.slice(2) : text);
  // The URL parser takes "*" for a letter, but a host that has one matches nothing.
  return host !== "" && !host.includes("*") && URL.parse(`https://${host}/`)?.hostname === host;
}

/** A host of the tenant's list in the URL parser's spelling; "" if it isn't a host. */
function normalizeHost(host: string): string {
  const ascii = ASCII.test(host) ? host.toLowerCase() : domainToASCII(host);
  return withoutTrailingDot(ascii);
}

/** To a resolver, "shop.example." is the same host as "shop.example". */
function withoutTrailingDot(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

function isHttp(scheme: string | undefined): boolean {
  return scheme?.toLowerCase() === "http";
}

function httpInLive(): RedirectUrlResult {
  return invalid("must begin with https:// in live mode; http:// is for the sandbox.");
}

function invalid(what: string): RedirectUrlResult {
  return { ok: false, code: "url_invalid", detail: `The URL ${what}` };
}
