import type { PspUrls } from "../connectors/psp-client.ts";
import { sandboxAccountsAtMost } from "../connectors/sandbox/accounts.ts";
import { isLoopbackHost } from "../kernel/loopback.ts";
import { longestPspTimeoutMs } from "../payments/deps.ts";
import type { Variables } from "./variables.ts";

/** The PSPs that are called, the simulated one among them. */
export type PspConfig = {
  readonly pspTimeoutMs: number;
  /** Addresses in place of the PSPs' own, by connector. */
  readonly pspUrls: PspUrls;
  /** Undefined if this process serves the simulated PSP itself. */
  readonly sandboxPspUrl: string | undefined;
  /** Which of a tenant's accounts at the simulated PSP receives new charges. */
  readonly sandboxAccountNumbers: readonly number[];
  /** Whether customers pay in the sandbox on Kassa's own page or on the simulated PSP's hosted page. */
  readonly sandboxPage: "own" | "hosted";
  /** How long delayed payments take in the sandbox. */
  readonly sandboxPendingMs: number;
};

export function readPsps(variables: Variables): PspConfig {
  return {
    pspTimeoutMs: variables.integer("KASSA_PSP_TIMEOUT_MS", 10_000, 100, longestPspTimeoutMs),
    pspUrls: {
      stripe: readPspUrl(variables, "KASSA_STRIPE_URL"),
      mollie: readPspUrl(variables, "KASSA_MOLLIE_URL"),
      paypal: readPspUrl(variables, "KASSA_PAYPAL_URL"),
      adyen: readPspUrl(variables, "KASSA_ADYEN_URL"),
    },
    sandboxPspUrl: variables.url("KASSA_SANDBOX_PSP_URL", ["http:", "https:"]),
    sandboxAccountNumbers: variables.integers("KASSA_SANDBOX_ACCOUNT", [1], 1, sandboxAccountsAtMost),
    sandboxPage: variables.oneOf("KASSA_SANDBOX_PAGE", ["own", "hosted"], "own"),
    sandboxPendingMs: variables.integer("KASSA_SANDBOX_PENDING_MS", 10_000, 0, 86_400_000),
  };
}

/** The address of a PSP's API. Credentials are sent to it, so it needs TLS unless it is on this machine. */
function readPspUrl(variables: Variables, name: string): string | undefined {
  const text = variables.optional(name);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const safe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.hostname));
  if (url && safe && url.username + url.password + url.search + url.hash === "") return text;
  variables.fault(
    `${name} has to be an address that begins with https://, or with http:// on this machine such as http://127.0.0.1:4242, without user name, query and fragment.`,
  );
  return undefined;
}
