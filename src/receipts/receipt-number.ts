import { hash } from "node:crypto";

// Without I, L, O and U, which are taken for other letters or digits, or make words (Crockford's base 32).
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groups = /.{4}(?=.)/g;

/**
 * What people call a session's receipt by, such as "7XK3-9QPM-2WTA-6HZR": short enough to be read out, and always the
 * same for the session. 80 bits of a hash, from which nobody finds the session's id, and so its page.
 */
export function receiptNumber(sessionId: string): string {
  const bytes = hash("sha256", `receipt ${sessionId}`, "buffer").subarray(0, 10);
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let digits = "";
  for (let place = 0; place < 16; place += 1) {
    digits = alphabet.charAt(Number(rest & 31n)) + digits;
    rest >>= 5n;
  }
  return digits.replace(groups, "$&-");
}
