import { hash, randomBytes } from "node:crypto";
import { assert } from "./assert.ts";
import type { Mode } from "./mode.ts";

/**
 * An id contains the object's kind, mode and tenant, so its row is found by one index probe on one shard:
 *
 *     cs_live_ 3kTMd9a 0V8bQ2xr 5cW…   prefix, tenant's key (7), time (8), random (22)
 *
 * The three parts are base 62 in ASCII order. The time (milliseconds) comes before the random part, so a tenant's ids sort
 * by age under the "C" collation. Lists page by id, and new rows go to the right edge of the index, so that inserts stay
 * fast at five million rows. 22 random digits are 131 bits.
 */
export const idPrefixes = [
  "cs",
  "pay",
  "att",
  "re",
  "dp",
  "evt",
  "we",
  "del",
  "key",
  "ca",
  "bst",
  "ntf",
  "cap",
  "vd",
  "co",
  "clk",
  "file",
  "ltx",
  "lte",
  "logo",
  "rct",
  "bac",
  "sti",
  "ben",
  "etr",
  "stl",
  "stb",
  "brf",
  "brx",
  "note",
  "pl",
  "rql",
  "pcl",
  "exp",
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

const ourBeginning = new RegExp(`^(${idPrefixes.join("|")})_(live|sandbox)_`);

export type ParsedId = { prefix: IdPrefix; mode: Mode; tenantId: number };

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const tenantLength = 7;
const timeLength = 8;
const randomLength = 22;

/** Tenant keys are below this bound: 7 digits of base 62, and safe as a JavaScript number. */
export const tenantKeyBound = 62 ** tenantLength;

const pattern = new RegExp(
  `^(${idPrefixes.join("|")})_(live|sandbox)_([0-9A-Za-z]{${tenantLength}})[0-9A-Za-z]{${timeLength + randomLength}}$`,
);

/** Whether a text is the id of an object of Kassa's, of any kind, mode and tenant. */
export const isKassaId = (text: string): boolean => pattern.test(text);

/** A new id. `nowMs` is the database's time, because ids sort in the order of creation. */
export function makeId(prefix: IdPrefix, mode: Mode, tenantId: number, nowMs: number): string {
  return `${prefix}_${mode}_${encodeTenantKey(tenantId)}${encodeTime(nowMs)}${randomDigits(randomLength)}`;
}

/**
 * An id derived from a text: the same text always gives the same id. Its digits are from a SHA-256 digest and contain no
 * time, so it is only used as a key at PSPs, not as the id of a row.
 */
export function deriveId(prefix: IdPrefix, mode: Mode, tenantId: number, text: string): string {
  const digits = encodeDigest(hash("sha256", `${prefix} ${mode} ${tenantId} ${text}`));
  return `${prefix}_${mode}_${encodeTenantKey(tenantId)}${digits}`;
}

/** Parses an id; undefined if it is malformed or of another kind. */
export function parseId(id: string, prefix: IdPrefix): ParsedId | undefined {
  const match = pattern.exec(id);
  if (!match || match[1] !== prefix) return undefined;
  return { prefix, mode: match[2] as Mode, tenantId: decode(match[3] ?? "") };
}

/** Whether a text begins like one of our ids, of any tenant and mode. */
export function looksLikeOurs(text: string): boolean {
  return ourBeginning.test(text);
}

/** When the id was made, in milliseconds of real time, even if the object uses a sandbox clock. */
export function idTimeMs(id: string): number {
  const beforeRandom = id.length - randomLength;
  return decode(id.slice(beforeRandom - timeLength, beforeRandom));
}

/** Whether an id can belong to an object of this kind, tenant and mode. All others are answered with `not_found`. */
export function isOwnId(
  id: string,
  prefix: IdPrefix,
  owner: { readonly tenantId: number; readonly mode: Mode },
): boolean {
  const parsed = parseId(id, prefix);
  return parsed !== undefined && parsed.tenantId === owner.tenantId && parsed.mode === owner.mode;
}

/** A tenant's public id: its key, then 22 random digits. */
export function makeTenantId(tenantId: number): string {
  return `ten_${encodeTenantKey(tenantId)}${randomDigits(randomLength)}`;
}

/** The tenant's key in a public tenant id, or undefined. */
export function parseTenantId(id: string): number | undefined {
  const match = /^ten_([0-9A-Za-z]{7})[0-9A-Za-z]{22}$/.exec(id);
  return match ? decode(match[1] ?? "") : undefined;
}

/** The bounds of all ids of a kind, mode and tenant, for index range scans. */
export function idRange(prefix: IdPrefix, mode: Mode): { from: string; to: string } {
  return { from: `${prefix}_${mode}_`, to: `${prefix}_${mode}~` };
}

/** The smallest possible id made at `timeMs`, as a bound for time filters of lists. */
export function idFloor(prefix: IdPrefix, mode: Mode, tenantId: number, timeMs: number): string {
  const wholeMs = Math.min(Math.max(0, Math.ceil(timeMs)), 62 ** timeLength - 1);
  return `${prefix}_${mode}_${encodeTenantKey(tenantId)}${encode(wholeMs, timeLength)}`;
}

/** A tenant's key as written in ids and API keys. */
export function encodeTenantKey(tenantId: number): string {
  const known = tenantKeys.get(tenantId);
  if (known !== undefined) return known;
  assert(
    Number.isSafeInteger(tenantId) && tenantId >= 0 && tenantId < tenantKeyBound,
    "tenant id out of range",
  );
  const encoded = encode(tenantId, tenantLength);
  if (tenantKeys.size >= 10_000) tenantKeys.clear();
  tenantKeys.set(tenantId, encoded);
  return encoded;
}

/** The inverse of encodeTenantKey; the caller has checked the shape. */
export function decodeTenantKey(digits: string): number {
  return decode(digits);
}

/** `count` random digits of base 62, unbiased. */
export function randomDigits(count: number): string {
  if (poolOffset + count > pool.length) refillPool();
  const digits = pool.slice(poolOffset, poolOffset + count);
  poolOffset += count;
  return digits;
}

/** A random tenant key, for new tenants. */
export function randomTenantKey(): number {
  return decode(randomDigits(tenantLength));
}

const tenantKeys = new Map<number, string>();

// One call of the random generator serves about 180 ids; a call for each id would cost ten times as much. Base 64 without
// its two signs is base 62. All digits stay equally likely, because signs are skipped and not mapped to digits.
let pool = "";
let poolOffset = 0;

function refillPool(): void {
  pool = randomBytes(3072).toString("base64").replaceAll("+", "").replaceAll("/", "");
  poolOffset = 0;
}

let lastTimeMs = -1;
let lastTimeDigits = "";

function encodeTime(nowMs: number): string {
  const wholeMs = Math.floor(nowMs);
  if (wholeMs !== lastTimeMs) {
    lastTimeMs = wholeMs;
    lastTimeDigits = encode(wholeMs, timeLength);
  }
  return lastTimeDigits;
}

function encode(value: number, length: number): string {
  let rest = value;
  let digits = "";
  for (let position = 0; position < length; position += 1) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** The last 30 of a digest's 43 digits of base 62: 178 bits. */
function encodeDigest(hex: string): string {
  let rest = BigInt(`0x${hex}`);
  let digits = "";
  for (let position = 0; position < timeLength + randomLength; position += 1) {
    digits = alphabet[Number(rest % 62n)] + digits;
    rest /= 62n;
  }
  return digits;
}

function decode(digits: string): number {
  let value = 0;
  for (const digit of digits) value = value * 62 + alphabet.indexOf(digit);
  return value;
}
