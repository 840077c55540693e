import { Api } from "./api.ts";
import type { KassaOptions } from "./options.ts";
import { Balances } from "./resources/balance.ts";
import { BankAccounts } from "./resources/bank-accounts.ts";
import { BankEntries } from "./resources/bank-entries.ts";
import { BankRefundFiles } from "./resources/bank-refund-files.ts";
import { BankRefunds } from "./resources/bank-refunds.ts";
import { BankStatements } from "./resources/bank-statements.ts";
import { CheckoutSessions } from "./resources/checkout-sessions.ts";
import { ConnectorAccounts } from "./resources/connector-accounts.ts";
import { Disputes } from "./resources/disputes.ts";
import { Events } from "./resources/events.ts";
import { ExpectedTransfers } from "./resources/expected-transfers.ts";
import { Exports } from "./resources/exports.ts";
import { LedgerEntries } from "./resources/ledger-entries.ts";
import { LedgerPeriods } from "./resources/ledger-periods.ts";
import { PaymentLinks } from "./resources/payment-links.ts";
import { Payments } from "./resources/payments.ts";
import { Refunds } from "./resources/refunds.ts";
import { Reports } from "./resources/reports.ts";
import { SandboxClocks } from "./resources/sandbox-clocks.ts";
import { PageSettings } from "./resources/settings.ts";
import { SettlementLines } from "./resources/settlement-lines.ts";
import { Settlements } from "./resources/settlements.ts";
import { WebhookEndpoints } from "./resources/webhook-endpoints.ts";
import { Transport } from "./transport.ts";

export type { Upload } from "./api.ts";
export { KassaConnectionError, KassaError, KassaTimeoutError } from "./errors.ts";
export type { CallOptions, ChangeOptions, KassaOptions } from "./options.ts";
export type { StatementUpload } from "./resources/bank-statements.ts";
export type { DisputeUpload } from "./resources/disputes.ts";
export type { ReportKind } from "./resources/reports.ts";
export type { SettlementReportUpload } from "./resources/settlements.ts";
export type { BodyOf, FilterOf, QueryOf, ResponseOf, Route } from "./routes.ts";
export type * from "./types.ts";
export { type VerifyOptions, WebhookVerificationError, webhooks } from "./webhooks.ts";

/** A client for one Kassa with one API key. Use it on servers only: never send a key to a browser. */
export class Kassa {
  readonly checkout: { readonly sessions: CheckoutSessions };
  readonly paymentLinks: PaymentLinks;
  readonly payments: Payments;
  readonly exports: Exports;
  readonly refunds: Refunds;
  readonly disputes: Disputes;
  readonly balance: Balances;
  readonly ledger: { readonly entries: LedgerEntries; readonly periods: LedgerPeriods };
  readonly settlements: Settlements;
  readonly settlementLines: SettlementLines;
  readonly reports: Reports;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly settings: PageSettings;
  readonly connectorAccounts: ConnectorAccounts;
  readonly bankAccounts: BankAccounts;
  readonly bankStatements: BankStatements;
  readonly bankEntries: BankEntries;
  readonly bankRefunds: BankRefunds;
  readonly bankRefundFiles: BankRefundFiles;
  readonly expectedTransfers: ExpectedTransfers;
  readonly sandbox: { readonly clocks: SandboxClocks };

  /** @throws TypeError if the key or `baseUrl` is missing or malformed */
  constructor(apiKey: string, options: KassaOptions) {
    const api = new Api(new Transport(apiKey, options));
    this.checkout = { sessions: new CheckoutSessions(api) };
    this.paymentLinks = new PaymentLinks(api);
    this.payments = new Payments(api);
    this.exports = new Exports(api);
    this.refunds = new Refunds(api);
    this.disputes = new Disputes(api);
    this.balance = new Balances(api);
    this.ledger = { entries: new LedgerEntries(api), periods: new LedgerPeriods(api) };
    this.settlements = new Settlements(api);
    this.settlementLines = new SettlementLines(api);
    this.reports = new Reports(api);
    this.events = new Events(api);
    this.webhookEndpoints = new WebhookEndpoints(api);
    this.settings = new PageSettings(api);
    this.connectorAccounts = new ConnectorAccounts(api);
    this.bankAccounts = new BankAccounts(api);
    this.bankStatements = new BankStatements(api);
    this.bankEntries = new BankEntries(api);
    this.bankRefunds = new BankRefunds(api);
    this.bankRefundFiles = new BankRefundFiles(api);
    this.expectedTransfers = new ExpectedTransfers(api);
    this.sandbox = { clocks: new SandboxClocks(api) };
  }
}
