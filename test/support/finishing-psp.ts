import { randomUUID } from "node:crypto";
import type {
  AuthorizeOutcome,
  ChargeRef,
  FindChargeOutcome,
  HostedPages,
  MovementOutcome,
} from "../../src/connectors/contract.ts";
import type { ConnectorRegistry } from "../../src/connectors/registry.ts";
import { present } from "../../src/kernel/assert.ts";
import { cardOf, wrapConnector } from "./payments.ts";

/** A PSP that charges only when it is asked to, after the customer has approved on its page. Its money is the simulated PSP's. */
export type FinishingPsp = {
  readonly connectors: ConnectorRegistry;
  /** What the customer does on the page of an attempt. */
  approve(attemptId: string): void;
  /** Whether the customer's instrument is declined: the PSP asks for another one instead of charging. */
  declines: boolean;
  /** How often `finish` was called. */
  finishes: number;
  /** Runs before each call of `finish` reaches the PSP. */
  beforeFinish: () => Promise<void>;
  /** Runs before each call that calls an attempt off reaches the PSP. */
  beforeVoid: () => Promise<void>;
};

/** @param hosted the registry whose new charges use the PSP's page */
export function finishingPsp(hosted: ConnectorRegistry): FinishingPsp {
  const approved = new Set<string>();
  const psp: FinishingPsp = {
    approve: (attemptId) => approved.add(attemptId),
    declines: false,
    finishes: 0,
    beforeFinish: async () => {},
    beforeVoid: async () => {},
    connectors: wrapConnector(
      hosted,
      ({ authorize, findCharge, findMovement, void: release, hosted: pages }) => {
        const isUncharged = async (charge: ChargeRef, found?: FindChargeOutcome): Promise<boolean> => {
          const known = found ?? (await findCharge(charge, { timeoutMs: 5_000 }));
          return known.kind === "not_charged";
        };
        const findOrder = async (charge: ChargeRef, timeoutMs: number): Promise<FindChargeOutcome> => {
          const found = await findCharge(charge, { timeoutMs });
          if (!(await isUncharged(charge, found))) return found;
          if (approved.has(charge.idempotencyKey)) return { kind: "awaits_finish" };
          return {
            kind: "found",
            outcome: openPage(present(charge.hostedReference, "the page")),
            charge: nothingMoved,
          };
        };
        const hostedPages: HostedPages = {
          methods: present(pages, "the simulated PSP's pages").methods,
          begin: async () => ({ ...openPage(`order_${randomUUID()}`), kind: "created" }),
          finish: async (charge, call) => {
            psp.finishes += 1;
            await psp.beforeFinish();
            if (psp.declines) return openPage(present(charge.hostedReference, "the page"));
            const { account, idempotencyKey, session, amount, currency, capture } = charge;
            const requested = { account, idempotencyKey, session, amount, currency, capture };
            const visit = {
              clock: null,
              returnUrl: "http://localhost/",
              locale: null,
              description: null,
              statementDescriptor: null,
            };
            return authorize({ ...requested, ...visit, method: cardOf("approved") }, call);
          },
        };
        return {
          hosted: hostedPages,
          findCharge: (charge, { timeoutMs }) => findOrder(charge, timeoutMs),
          void: async (request, call): Promise<MovementOutcome> => {
            await psp.beforeVoid();
            const { hostedReference } = request.charge;
            if (hostedReference !== null && (await isUncharged(request.charge)))
              return { kind: "succeeded", pspReference: hostedReference };
            return release(request, call);
          },
          findMovement: async (request, call) =>
            (await isUncharged(request.charge)) ? { kind: "not_found" } : findMovement(request, call),
        };
      },
    ),
  };
  return psp;
}

const nothingMoved = { amountCaptured: 0, amountRefunded: 0, released: false, disputes: [] } as const;

const openPage = (hostedReference: string) =>
  ({
    pspReference: null,
    hostedReference,
    url: `https://psp.example/${hostedReference}`,
    redirectUrl: `https://psp.example/${hostedReference}`,
    expiresAt: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    kind: "action_required",
  }) satisfies AuthorizeOutcome & { readonly url: string };
