import { hash } from "node:crypto";

// Crockford's base 32: without I, L and O, which look like digits, and without U, which could form words.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groups = /.{4}(?=.)/g;

/**
 * The number of a session's receipt, such as "7XK3-9QPM-2WTA-6HZR": short enough to read out, and always the same for the
 * session. It is 80 bits of a hash, so it doesn't reveal the session's id, which would open the payment page.
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
