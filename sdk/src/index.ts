import { Balances } from "./resources/balances.ts";
import { CheckoutSessions } from "./resources/checkout-sessions.ts";
import { Disputes } from "./resources/disputes.ts";
import { Events } from "./resources/events.ts";
import { LedgerEntries } from "./resources/ledger-entries.ts";
import { Payments } from "./resources/payments.ts";
import { Refunds } from "./resources/refunds.ts";
import { SandboxClocks } from "./resources/sandbox-clocks.ts";
import { PageSettings } from "./resources/settings.ts";
import { WebhookEndpoints } from "./resources/webhook-endpoints.ts";
import { type KassaOptions, Transport } from "./transport.ts";

export { KassaConnectionError, KassaError } from "./errors.ts";
export type { DisputeUpload } from "./resources/disputes.ts";
export type { CallOptions } from "./resources/sender.ts";
export type { LogoUpload } from "./resources/settings.ts";
export type { KassaOptions } from "./transport.ts";
export type {
  Attempt,
  Balance,
  CheckoutSession,
  Dispute,
  Event,
  EventType,
  LedgerEntry,
  LineItem,
  Page,
  Payment,
  Problem,
  ProblemCode,
  Receipt,
  Refund,
  SandboxClock,
  SandboxClockAdvance,
  Settings,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from "./types.ts";
export { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

/** A client for one Kassa installation with one API key. Use it on servers only: never send a key to a browser. */
export class Kassa {
  readonly checkout: { readonly sessions: CheckoutSessions };
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly disputes: Disputes;
  readonly balance: Balances;
  readonly ledger: { readonly entries: LedgerEntries };
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly settings: PageSettings;
  readonly sandbox: { readonly clocks: SandboxClocks };

  constructor(apiKey: string, options: KassaOptions) {
    const transport = new Transport(apiKey, options);
    this.checkout = { sessions: new CheckoutSessions(transport) };
    this.payments = new Payments(transport);
    this.refunds = new Refunds(transport);
    this.disputes = new Disputes(transport);
    this.balance = new Balances(transport);
    this.ledger = { entries: new LedgerEntries(transport) };
    this.events = new Events(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.settings = new PageSettings(transport);
    this.sandbox = { clocks: new SandboxClocks(transport) };
  }
}
