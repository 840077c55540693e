import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { Turns } from "../../kernel/turns.ts";

/**
 * Hashes passwords with scrypt (RFC 7914), in Node's thread pool. Each needs 64 MiB for some 100 ms, so two are computed at a time, and
 * who has to wait for long is refused.
 */
const usualCost: PasswordCost = { N: 2 ** 16, r: 8, p: 1 };
const keyBytes = 32;
const saltBytes = 16;
const waitAtMostMs = 5_000;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** scrypt's parameters. They are stored with each hash. */
export type PasswordCost = { readonly N: number; readonly r: number; readonly p: number };

/** NIST SP 800-63B: length, and no rules of composition. */
export const passwordLength = { least: 12, most: 128 } as const;

/**
 * What is wrong with a new password; undefined if nothing is.
 *
 * @param known what others know of the person: their name and address
 */
export function checkPassword(password: string, known: readonly string[]): string | undefined {
  const { least, most } = passwordLength;
  const { length } = [...password.normalize("NFKC")];
  if (length < least) return `A password has at least ${least} characters. A few words are easy to remember.`;
  if (length > most) return `A password has at most ${most} characters.`;
  const lower = password.toLowerCase();
  if (
    known.some(
      (text) => text.length >= 4 && lower.includes(text.toLowerCase()) && lower.length < text.length + 6,
    )
  )
    return "Choose a password that isn't made of your name or address.";
  if (new Set(lower).size < 5) return "Choose a password with more different characters.";
  return undefined;
}

/** Too many passwords are being checked at this moment. */
export class TooManyPasswords extends Error {
  override name = "TooManyPasswords";
}

export const busySigningIn: Problem = {
  ...problem("service_unavailable", "Too many people are signing in at this moment. Try again shortly."),
  retryAfter: 2,
};

/**
 * Checks and hashes a new password. Fails with `parameter_invalid`, or with `service_unavailable` if too many are being hashed.
 *
 * @param known what others know of the person: their name and address
 */
export async function hashNewPassword(
  password: string,
  known: readonly string[],
  cost?: PasswordCost,
): Promise<Result<string, Problem>> {
  const fault = checkPassword(password, known);
  if (fault !== undefined) return failed(problem("parameter_invalid", fault, "/password"));
  try {
    return success(await hashPassword(password, cost));
  } catch (error) {
    if (error instanceof TooManyPasswords) return failed(busySigningIn);
    throw error;
  }
}

/** Returns `scrypt$N$r$p$salt$key`, with salt and key in base64url. The password is normalised as Unicode's NFKC. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await inTurn(() => deriveKey(password, salt, cost));
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether a password has this hash. A hash of another form belongs to no password. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [name, n, r, p, salt = "", key = ""] = hash.split("$");
  if (name !== "scrypt") return false;
  const expected = Buffer.from(key, "base64url");
  const options = { N: Number(n), r: Number(r), p: Number(p) };
  const actual = await inTurn(() => deriveKey(password, Buffer.from(salt, "base64url"), options));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const deriveKey = (password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> =>
  derive(password.normalize("NFKC"), salt, keyBytes, { N, r, p, maxmem: 256 * N * r });

const turns = new Turns(2);

async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (!(await turns.take("passwords", AbortSignal.timeout(waitAtMostMs))))
    throw new TooManyPasswords("too many passwords are being checked");
  try {
    return await work();
  } finally {
    turns.release("passwords");
  }
}
