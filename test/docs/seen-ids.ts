/** The ids and secrets that a reader has seen, to put in place of `cs_sandbox_…`, `ten_…` and the like. */
export class SeenIds {
  readonly #newest = new Map<string, string>();

  /** @param key the API key, and the tenant that it belongs to */
  constructor(key: string, tenant: string) {
    this.#newest.set("ks_sandbox_", key);
    this.#newest.set("ten_", tenant);
  }

  /** Notes the ids of an output. */
  read(printed: string): void {
    for (const [id, prefix = ""] of printed.matchAll(/\b([a-z]+_(?:sandbox|live)_)\w{20,}/g)) {
      if (prefix !== "ks_sandbox_") this.#newest.set(prefix, id);
    }
    const secret = /whsec_[\w+/=]{20,}/.exec(printed);
    if (secret) this.#newest.set("whsec_", secret[0]);
  }

  /** The newest id of a kind, such as "cs_sandbox_". @throws Error if there is none */
  newest(prefix: string): string {
    const id = this.#newest.get(prefix);
    if (id === undefined) throw new Error(`The page needs ${prefix}…, which no block before has printed.`);
    return id;
  }

  /** A block as the reader types it. */
  fillIn(text: string): string {
    return text.replace(/\b(whsec_|ten_|[a-z]+_(?:sandbox|live)_)…/g, (_, prefix: string) =>
      this.newest(prefix),
    );
  }
}
