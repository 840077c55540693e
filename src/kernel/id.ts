import { hash, randomBytes } from "node:crypto";
import { assert } from "./assert.ts";
import type { Mode } from "./mode.ts";

/**
 * Ids name the object's kind, its mode and its tenant, so that whoever holds one can find the row with one index probe
 * on one shard, without any other look-up:
 *
 *     cs_live_ 3kTMd9a 0V8bQ2xr 5cW…   prefix, tenant's key (7), time (8), random (22)
 *
 * The three parts are base 62 in ASCII order. The time (milliseconds) comes before the random part, so ids of a tenant
 * sort by age under the "C" collation: lists page by id, and new rows land at the right edge of the index, which keeps
 * inserting into five million rows as fast as into none. 22 random digits are 131 bits.
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

/** A new id. `nowMs` is the database's time, for ids carry the order in which objects were made. */
export function makeId(prefix: IdPrefix, mode: Mode, tenantId: number, nowMs: number): string {
  return `${prefix}_${mode}_${encodeTenantKey(tenantId)}${encodeTime(nowMs)}${randomDigits(randomLength)}`;
}

/**
 * An id that follows from a text: the same text always gives the same id. Its digits are a SHA-256 digest and carry no time,
 * so it serves as a key for somebody else, not as the id of an object of ours.
 */
export function deriveId(prefix: IdPrefix, mode: Mode, tenantId: number, text: string): string {
  const digits = encodeDigest(hash("sha256", `${prefix} ${mode} ${tenantId} ${text}`));
  return `${prefix}_${mode}_${encodeTenantKey(tenantId)}${digits}`;
}

/** What an id says about itself; undefined when it isn't one of ours or not of the expected kind. */
export function parseId(id: string, prefix: IdPrefix): ParsedId | undefined {
  const match = pattern.exec(id);
  if (!match || match[1] !== prefix) return undefined;
  return { prefix, mode: match[2] as Mode, tenantId: decode(match[3] ?? "") };
}

/** Whether a text begins as our ids do, whoever's and of whatever mode. */
export function looksLikeOurs(text: string): boolean {
  return ourBeginning.test(text);
}

/** When an id was made, in milliseconds of real time: also of an object that lives by a sandbox clock. */
export function idTimeMs(id: string): number {
  const beforeRandom = id.length - randomLength;
  return decode(id.slice(beforeRandom - timeLength, beforeRandom));
}

/** Whether an id can be that of an object of this kind, tenant and mode. All others are answered as if they never were. */
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

/** The bounds between which all ids of one kind and mode of a tenant lie, for index range scans. */
export function idRange(prefix: IdPrefix, mode: Mode): { from: string; to: string } {
  return { from: `${prefix}_${mode}_`, to: `${prefix}_${mode}~` };
}

/** The smallest id that could have been made at `timeMs`: bounds of a time range, for lists. */
export function idFloor(prefix: IdPrefix, mode: Mode, tenantId: number, timeMs: number): string {
  const wholeMs = Math.min(Math.max(0, Math.ceil(timeMs)), 62 ** timeLength - 1);
  return `${prefix}_${mode}_${encodeTenantKey(tenantId)}${encode(wholeMs, timeLength)}`;
}

/** A tenant's key as it stands in ids and API keys. */
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

// One call into the random generator serves some 180 ids; asking it 22 bytes at a time costs ten times as much. Base 64
// without its two signs is base 62, each digit as likely as any other, for a sign is thrown away and not folded over.
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
