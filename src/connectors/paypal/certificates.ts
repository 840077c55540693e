import type { KeyObject } from "node:crypto";
import type { Mode } from "../../kernel/mode.ts";
import type { PspClient } from "../psp-client.ts";
import { isOfDomain, isTrusted, isValidAt, readCertificates } from "./certificate-chain.ts";

/** The hosts of PAYPAL-CERT-URL. They aren't those of the API. */
const hosts: Readonly<Record<Mode, readonly string[]>> = {
  sandbox: ["api.sandbox.paypal.com", "api-m.sandbox.paypal.com"],
  live: ["api.paypal.com", "api-m.paypal.com"],
};

const path = /^\/v1\/notifications\/certs\/[0-9A-Za-z_-]{1,100}$/;

export type FoundKey =
  | { readonly kind: "key"; readonly key: KeyObject }
  | { readonly kind: "refused"; readonly detail: string };

type Cached = { readonly key: KeyObject; readonly validToMs: number };

/** PayPal changes its certificate about once a year. */
const cachedAtMost = 20;

/** The keys of the certificates with which PayPal signs notifications, by their addresses. */
export class Certificates {
  readonly #psp: PspClient;
  readonly #cached = new Map<string, Cached>();

  constructor(psp: PspClient) {
    this.#psp = psp;
  }

  /**
   * The key of the certificate at an address that a notification names. The address is PayPal's, or nothing is fetched. Only keys of
   * certificates that were verified are cached.
   */
  async keyAt(address: string, mode: Mode, nowMs: number): Promise<FoundKey> {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || !this.#isPayPals(url, mode) || !path.test(url.pathname) || url.search !== "")
      return refused("the certificate's address isn't one of PayPal");
    const cached = this.#cached.get(url.href);
    if (cached && nowMs <= cached.validToMs) return { kind: "key", key: cached.key };
    const pem = await this.#fetch(url);
    if (pem === null) return refused("the certificate can't be fetched");
    const chain = readCertificates(pem);
    const [leaf] = chain ?? [];
    if (!chain || !leaf) return refused("the certificate can't be read");
    if (!isValidAt(leaf, nowMs)) return refused("the certificate isn't valid at this time");
    if (!isOfDomain(leaf, "paypal.com")) return refused("the certificate isn't PayPal's");
    // A stand-in for PayPal that the operator has set signs its certificates itself.
    if (this.#psp.ownUrl === undefined && !isTrusted(chain, nowMs))
      return refused("the certificate isn't issued by a trusted authority");
    if (this.#cached.size >= cachedAtMost) this.#cached.clear();
    this.#cached.set(url.href, { key: leaf.publicKey, validToMs: Date.parse(leaf.validTo) });
    return { kind: "key", key: leaf.publicKey };
  }

  #isPayPals(url: URL, mode: Mode): boolean {
    const own = this.#psp.ownUrl;
    if (own !== undefined) return url.origin === new URL(own).origin;
    return url.protocol === "https:" && url.port === "" && hosts[mode].includes(url.hostname);
  }

  async #fetch({ origin, pathname }: URL): Promise<string | null> {
    const response = await this.#psp.send({
      method: "GET",
      base: origin,
      path: pathname,
      headers: { accept: "*/*" },
      answerMaxBytes: 64 * 1024,
      isText: true,
    });
    const isFound = response.kind === "response" && response.status === 200;
    return isFound && typeof response.body === "string" ? response.body : null;
  }
}

const refused = (detail: string): FoundKey => ({ kind: "refused", detail });
