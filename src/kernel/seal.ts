import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/**
 * What Kassa keeps secret at rest, under one master secret (KASSA_SECRET_KEY): AES-256-GCM for what must be read again
 * (webhook secrets, stored answers), HMAC-SHA256 for what must only be recognised (API keys). Each purpose has a key of
 * its own, so nothing sealed for one can be opened as another.
 */
export class Keyring {
  readonly #master: Buffer;
  readonly #derived = new Map<string, Buffer>();

  constructor(masterSecret: string) {
    if (masterSecret.length < 16) throw new RangeError("the master secret needs at least 16 characters");
    this.#master = Buffer.from(masterSecret, "utf8");
  }

  /** Encrypts `text`; the result holds nonce, tag and ciphertext. */
  seal(purpose: string, text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.keyFor(purpose), nonce);
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Decrypts what `seal` made. @throws when it was sealed for another purpose or by another master secret. */
  open(purpose: string, sealed: Buffer): string {
    // The length is named so that no shorter tag is taken, which would be easier to guess.
    const options = { authTagLength: 16 };
    const decipher = createDecipheriv("aes-256-gcm", this.keyFor(purpose), sealed.subarray(0, 12), options);
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
  }

  /** A keyed hash, for recognising `text` without keeping it. */
  digest(purpose: string, text: string): Buffer {
    return createHmac("sha256", this.keyFor(purpose)).update(text).digest();
  }

  /** The 32-byte key of one purpose. */
  keyFor(purpose: string): Buffer {
    let key = this.#derived.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync("sha256", this.#master, "kassa", purpose, 32));
      this.#derived.set(purpose, key);
    }
    return key;
  }
}
