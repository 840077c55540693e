import { domainToASCII } from "node:url";
import { findForbiddenText } from "./text-rules.ts";

/**
 * Which addresses a consumer may be sent to: successUrl and cancelUrl.
 *
 * The rules are stricter than the WHATWG URL standard, which repairs what it reads (`https:\\x`, tabs inside, a
 * missing slash). What is repaired is read differently by two readers, and that difference is how a check is passed
 * with one host and the browser sent to another. So only spellings that all readers agree on are let in.
 */

export type RedirectUrlRules = {
  readonly mode: "live" | "sandbox";
  /**
   * The hosts that the tenant has pinned: `shop.example` is that host alone, `*.shop.example` every host below it but
   * not itself. Ports are not compared. Undefined means that none are pinned; an empty list allows no host.
   */
  readonly allowedHosts?: readonly string[] | undefined;
};

/**
 * `url` is the address as it was given. Where it is not ASCII, or its host is spelled in a way that needs interpreting
 * (`[0:0::1]`), it is the form that the URL parser gives it: fit for a Location header, and the same to every reader.
 */
export type RedirectUrlResult =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly code: "url_invalid" | "url_not_allowed"; readonly detail: string };

/** The longest address, in UTF-16 units, both as it was given and in its ASCII form. */
export const MAXIMUM_URL_LENGTH = 2048;

/**
 * A plain address whose host needs no parser: captures 1 the scheme, 2 the host.
 *
 * By the URL standard parsing can fail or change the host only through forbidden host characters, percent signs,
 * non-ASCII or `xn--` labels, a last label that reads as a number, a trailing dot or a port above 65535. None of them
 * can be in here (`xn--` is looked for apart); what follows the host is never a reason to fail.
 */
const PLAIN_URL =
  /^(https?):\/\/((?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*)(?::[1-9][0-9]{0,3})?(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i;

/**
 * An absolute address, its authority being a host and perhaps a port: captures 1 the scheme, 2 the host. Each label
 * ends where the next dot is, so there is one way to match a host and no text takes more than linear time.
 */
const ABSOLUTE_URL = new RegExp(
  [
    /^(https?):\/\//.source,
    /([a-z0-9_\u0080-\uffff-]+(?:\.[a-z0-9_\u0080-\uffff-]+)*\.?|\[[0-9a-f:.]+\])/.source,
    /(?::[1-9][0-9]{0,4})?(?:[/?#]|$)/.source,
  ].join(""),
  "i",
);

/** An "@" before the path, also where slashes are missing or too many: with it, what looks like the host is not. */
const CREDENTIALS = /^[a-z]+:\/*[^/?#]*@/i;
const WHITESPACE_OR_BACKSLASH = /[\s\\]/;

/** NUL, line breaks and their like in percent-encoding: a receiver that decodes before it splits headers is fooled. */
const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** A host of numbers alone, as the URL parser writes it: 2130706433, 0x7f.1 and 127.1 all become 127.0.0.1. */
const IPV4 = /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/;

const ASCII = /^[\x21-\x7e]*$/;

/** The template as it is given, and as the URL standard (or a careful SDK) percent-encodes it. */
const SESSION_ID_TEMPLATE = /(?:\{|%7[Bb])CHECKOUT_SESSION_ID(?:\}|%7[Dd])/g;

/**
 * Decides whether a consumer may be sent to an address.
 *
 * `url_invalid`: not an absolute https address (http also in the sandbox), or one with credentials, control characters,
 * whitespace, backslashes or more than 2048 characters. `url_not_allowed`: its host is not one that the tenant pinned.
 * `{CHECKOUT_SESSION_ID}` may stand anywhere behind the host.
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

/** The address with the session's id in place of each `{CHECKOUT_SESSION_ID}`, raw or percent-encoded. */
export function fillSessionId(url: string, sessionId: string): string {
  if (!url.includes("CHECKOUT_SESSION_ID")) return url;
  // Ids hold nothing that needs encoding; it is done all the same, so that no id could ever change the address.
  const encoded = encodeURIComponent(sessionId);
  return url.replace(SESSION_ID_TEMPLATE, () => encoded);
}

/** Addresses that need the parser (other scripts, IP addresses, high ports), and all that are refused. */
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

/** What no part of an address may hold, as the rest of a sentence; undefined when there is nothing of it. */
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

/** Whether a text can stand in a tenant's list of allowed hosts: a host, or `*.` and a host for everything below it. */
export function isHostPattern(text: string): boolean {
  const host = normalizeHost(text.startsWith("*.") ? text.slice(2) : text);
  return host !== "" && URL.parse(`https://${host}/`)?.hostname === host;
}

/** A host of the tenant's list as the URL parser would spell it; "" when it is no host. */
function normalizeHost(host: string): string {
  const ascii = ASCII.test(host) ? host.toLowerCase() : domainToASCII(host);
  return withoutTrailingDot(ascii);
}

/** "shop.example." names the same host as "shop.example", to a resolver and so to us. */
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
