import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { Mode } from "./mode.ts";

/** KASSA_SECRET_KEY, which seals, and during a key rotation KASSA_OTHER_SECRET_KEY, which can open, too. */
export type SecretKeys = { readonly current: string; readonly other?: string | undefined };

/** The minimum length of a secret key: 256 bits. This excludes passwords. */
export const secretKeyBytes = 32;

/** The row that a sealed value belongs to. It can't be opened for another row. */
export type SealedPlace = {
  readonly table: string;
  /** Null in the tables of the installation. */
  readonly tenantId: number | null;
  readonly mode: Mode | null;
  /** The row's id within tenant and mode. */
  readonly id: string;
};

// A sealed value: version (1 byte), id of the key (8), nonce (12), tag (16), ciphertext.
const version = 1;
const headLength = 9;
const nonceEnd = headLength + 12;
const tagEnd = nonceEnd + 16;

type NamedKey = { readonly id: Buffer; readonly keys: DerivedKeys };

/**
 * Encrypts values that are read again (webhook secrets, stored answers) with AES-256-GCM under KASSA_SECRET_KEY. Each table
 * has its own derived key, and the row's place is authenticated data.
 */
export class Sealer {
  readonly #current: NamedKey;
  readonly #all: readonly NamedKey[];

  /** @throws RangeError when a key has fewer than 32 bytes */
  constructor({ current, other }: SecretKeys) {
    this.#current = namedKey(current);
    this.#all = other === undefined ? [this.#current] : [this.#current, namedKey(other)];
  }

  /** The id of the current key, as in bytes 2 to 9 of a sealed value. */
  get keyId(): Buffer {
    return this.#current.id;
  }

  /** Encrypts `text` for a row. */
  seal(place: SealedPlace, text: string): Buffer {
    const { id, keys } = this.#current;
    const head = Buffer.concat([Buffer.of(version), id]);
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", keys.of(place.table), nonce);
    cipher.setAAD(authenticated(head, place));
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
  }

  /** Decrypts what `seal` made. @throws when it was sealed for another row or by another key. */
  open(place: SealedPlace, sealed: Buffer): string {
    const head = sealed.subarray(0, headLength);
    const key = this.#all.find(({ id }) => id.equals(head.subarray(1)));
    if (head[0] !== version || !key) throw new Error("the value was sealed by another key");
    // Sets the tag's length, so that a shorter tag, which is easier to guess, is refused.
    const nonce = sealed.subarray(headLength, nonceEnd);
    const decipher = createDecipheriv("aes-256-gcm", key.keys.of(place.table), nonce, { authTagLength: 16 });
    decipher.setAAD(authenticated(head, place));
    decipher.setAuthTag(sealed.subarray(nonceEnd, tagEnd));
    return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString("utf8");
  }

  /** Reseals a value with the current key. */
  reseal(place: SealedPlace, sealed: Buffer): Buffer {
    return this.seal(place, this.open(place, sealed));
  }
}

/**
 * The sealer, and keyed hashes (HMAC-SHA256) for values that only have to be recognised, such as API keys. The hashes use a
 * key of the installation, which is sealed in the database, so they stay valid when KASSA_SECRET_KEY changes.
 */
export class Keyring extends Sealer {
  readonly #digestKeys: DerivedKeys;

  constructor(secretKeys: SecretKeys, digestKey: Buffer) {
    super(secretKeys);
    this.#digestKeys = new DerivedKeys(digestKey);
  }

  /** A keyed hash, for recognising `text` without keeping it. */
  digest(purpose: string, text: string): Buffer {
    return createHmac("sha256", this.#digestKeys.objectOf(purpose)).update(text).digest();
  }

  /** The 32-byte key of one purpose. */
  keyFor(purpose: string): Buffer {
    return this.#digestKeys.of(purpose);
  }
}

class DerivedKeys {
  readonly #master: Buffer;
  readonly #derived = new Map<string, Buffer>();
  readonly #objects = new Map<string, KeyObject>();

  constructor(master: Buffer) {
    this.#master = master;
  }

  of(purpose: string): Buffer {
    let key = this.#derived.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync("sha256", this.#master, "kassa", purpose, 32));
      this.#derived.set(purpose, key);
    }
    return key;
  }

  /** The key in the form that OpenSSL uses. From a Buffer it is converted at each use, which takes four times as long as the hash. */
  objectOf(purpose: string): KeyObject {
    let key = this.#objects.get(purpose);
    if (!key) {
      key = createSecretKey(this.of(purpose));
      this.#objects.set(purpose, key);
    }
    return key;
  }
}

function namedKey(secret: string): NamedKey {
  const master = Buffer.from(secret, "utf8");
  if (master.length < secretKeyBytes) throw new RangeError(`a secret key needs ${secretKeyBytes} bytes`);
  const keys = new DerivedKeys(master);
  return { id: keys.of("key-id").subarray(0, headLength - 1), keys };
}

function authenticated(head: Buffer, { tenantId, mode, table, id }: SealedPlace): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify([tenantId, mode, table, id]))]);
}
