import { type OpenApiDocument, resolve, type Schema } from "./types.ts";

/**
 * An example for a schema: one shop's purchase, the same in every request and answer, so that the reference reads as one
 * story. Values come from the field's name; a test validates every example.
 */
export function exampleOf(document: OpenApiDocument, schema: Schema, name = "", owner = ""): unknown {
  const { title: _title, ...known } = resolve<Schema>(document, schema);
  const sample = [`${owner}.${name}`, name].find((key) => Object.hasOwn(samples, key));
  if (sample !== undefined && (samples[sample] !== null || isNullable(known))) return samples[sample];
  const words = known.enum ?? known["x-extensible-enum"];
  if (words) return words[0];
  if (known.anyOf?.[0]) return exampleOf(document, known.anyOf[0], name, owner);
  if (known.items) return [exampleOf(document, known.items, name, owner)];
  if (known.properties) return objectExample(document, known, schema.$ref?.split("/").at(-1));
  if (known.format === "binary") return "(the bytes of the file)";
  if (known.format === "date-time") return "2026-11-21T10:00:00.000Z";
  return known.type === "integer" ? 1 : known.type === "object" ? {} : "text";
}

const isNullable = ({ type, anyOf = [] }: Schema): boolean =>
  [type].flat().includes("null") || anyOf.some((choice) => choice.type === "null");

function objectExample(document: OpenApiDocument, schema: Schema, component = ""): Record<string, unknown> {
  const kind = schema.properties?.object?.enum?.[0];
  const owner = typeof kind === "string" ? kind : component;
  const shown = (name: string): boolean => !optional.has(name) || schema.required?.includes(name) === true;
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => shown(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(document, field, name, owner)]));
}

/** Optional fields that are left out, because most callers don't need them. */
const optional = new Set([
  ...["imageUrl", "paymentMethods", "expiresAt", "clock", "now", "to"],
  // Of bank accounts, those of other types.
  ...["qrIban", "sortCode", "accountNumber", "pixKey", "upiId", "address"],
  ...["transaction", "session"],
]);

const random = "3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUfK";
const session = `cs_sandbox_${random}`;
const payment = `pay_sandbox_${random}`;
const refund = `re_sandbox_${random}`;
const dispute = `dp_sandbox_${random}`;
const event = `evt_sandbox_${random}`;
const endpoint = `we_sandbox_${random}`;
const connectorAccount = `ca_sandbox_${random}`;
const clock = `clk_sandbox_${random}`;
const receipt = `rct_sandbox_${random}`;
const bankAccount = `bac_sandbox_${random}`;
const bankEntry = `ben_sandbox_${random}`;
const statementImport = `sti_sandbox_${random}`;
const bankRefund = `brf_sandbox_${random}`;
const refundFile = `brx_sandbox_${random}`;
const expectedTransfer = `etr_sandbox_${random}`;
const iban = "DE89370400440532013000";
const hook = "https://shop.example/kassa-webhooks";

/** The example id for a path of the API. @throws Error for a path whose objects have no example yet. */
export function exampleId(path: string): string {
  const known = Object.entries(idsByPath).find(([prefix]) => path.startsWith(prefix));
  if (!known) throw new Error(`no example of an id for ${path}`);
  return known[1];
}

const idsByPath = {
  "/api/sandbox/clocks/": clock,
  "/api/checkout/sessions/": session,
  "/api/payments/": payment,
  "/api/refunds/": refund,
  "/api/disputes/": dispute,
  "/api/events/": event,
  "/api/webhook-endpoints/": endpoint,
  "/api/bank-accounts/": bankAccount,
  "/api/bank-statements/": statementImport,
  "/api/bank-entries/": bankEntry,
  "/api/expected-transfers/": expectedTransfer,
  "/api/bank-refunds/": bankRefund,
  "/api/bank-refund-files/": refundFile,
  "/api/connector-accounts/": connectorAccount,
};

/** By the field's name, or by object kind and field name where the name is ambiguous. */
const samples: Record<string, unknown> = {
  "connector_account.id": connectorAccount,
  "connector_account.check.account": connectorAccount,
  "connector_account.check.result": "valid",
  "connector_account.check.detail": null,
  "connector_account.connector": "stripe",
  "connector_account.status": "enabled",
  "connector_account.settings": {},
  "connector_account.credentials": ["apiKey", "webhookSecret"],
  "connector_account.methods": null,
  "connector_account.capabilities": { card: { capture: "in_parts", refundDays: null } },
  "CreateConnectorAccountRequest.connector": "stripe",
  "CreateConnectorAccountRequest.credentials": { apiKey: "rk_test_…" },
  "CreateConnectorAccountRequest.settings": {},
  "UpdateConnectorAccountRequest.status": "enabled",
  "RotateConnectorCredentialsRequest.credentials": { apiKey: "rk_test_…" },
  position: 1,
  ...Object.fromEntries(
    ["connector_account", "CreateConnectorAccountRequest", "UpdateConnectorAccountRequest"].flatMap(
      (name) => [
        [`${name}.currencies`, ["EUR"]],
        [`${name}.countries`, ["DE"]],
      ],
    ),
  ),
  overlapHours: 168,
  pspAccount: "acct_1MkYvF2eZvKYlo2C",
  notificationUrl: `https://pay.example.com/api/notifications/stripe/${connectorAccount}`,
  missingCredentials: [],
  credentialsVersion: 1,
  previousCredentialsRetireAt: null,
  "sandbox.clock.id": clock,
  "sandbox.clock.name": "Expiry",
  "CreateSandboxClockRequest.name": "Expiry",
  by: "P30D",
  "bank_account.id": bankAccount,
  ...Object.fromEntries(
    ["qrIban", "sortCode", "accountNumber", "pixKey", "upiId"].map((name) => [`bank_account.${name}`, null]),
  ),
  "bank_account.address": null,
  "bank_account.type": "iban",
  "CreateBankAccountRequest.type": "iban",
  "bank_entry.reversal": false,
  iban,
  bic: "COBADEFFXXX",
  holder: "Ada GmbH",
  label: "Sales",
  statementAccounts: ["37040044/532013000"],
  "statement_import.id": statementImport,
  "statement_import.status": "completed",
  "statement_import.fileName": "2026-11-20.xml",
  "statement_import.fileSha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "statement_import.format": "camt.053.001.08",
  "statement_import.bytes": 48213,
  "statement_import.findings": [],
  "bank_entry.id": bankEntry,
  "bank_entry.exceptions": [],
  "EntryMatch.transaction": null,
  "EntryMatch.expectedTransfer": expectedTransfer,
  "EntryMatch.amount": 2599,
  "EntryMatch.amountRefunded": 0,
  "EntryMatch.amountSurplus": 0,
  "EntryMatch.decidedBy": null,
  "bank_entry.import": statementImport,
  "bank_entry.account": bankAccount,
  "bank_entry.amount": 2599,
  "bank_entry.bookingDate": "2026-11-20",
  "bank_entry.valueDate": "2026-11-20",
  "bank_entry.bankReference": "2026112000017",
  "bank_entry.entryReference": null,
  "bank_entry.statementId": "2026-11-20/1",
  "bank_entry.batch": null,
  "bank_entry.additionalInformation": null,
  "bank_entry.bankTransactionCode": {
    domain: "PMNT",
    family: "RCDT",
    subFamily: "ESCT",
    proprietary: null,
    issuer: null,
  },
  "BankTransaction.amount": 2599,
  "BankTransaction.endToEndId": "order-1042",
  "BankTransaction.transactionId": null,
  "BankTransaction.remittance": "Order 1042",
  "BankTransaction.creditorReferences": [{ type: "RF", reference: "RF18539007547034" }],
  "BankTransaction.debtor": { name: "Ada Lovelace", account: "DE75512108001245126199" },
  "BankTransaction.creditor": { name: "Ada GmbH", account: iban },
  "BankTransaction.returnReason": null,
  "expected_transfer.id": expectedTransfer,
  "expected_transfer.account": bankAccount,
  "expected_transfer.amountReceived": 0,
  "expected_transfer.follows": null,
  "CustomerTransferInstructions.address": null,
  "expected_transfer.reference": "RF63482K193P771X",
  "CustomerTransferInstructions.reference": "RF63482K193P771X",
  ...Object.fromEntries(
    ["sortCode", "accountNumber", "pixKey", "upiId"].map((name) => [
      `CustomerTransferInstructions.${name}`,
      null,
    ]),
  ),
  "TransferQrCode.text":
    "BCD\n002\n1\nSCT\nCOBADEFFXXX\nAda GmbH\nDE89370400440532013000\nEUR25.99\n\nRF63482K193P771X",
  "bank_refund.id": bankRefund,
  "bank_refund.account": bankAccount,
  "bank_refund.expectedTransfer": expectedTransfer,
  "bank_refund.bankEntry": null,
  "bank_refund.amount": 599,
  "bank_refund.file": null,
  payeeName: "Ada Lovelace",
  payeeIban: "DE75512108001245126199",
  endToEndId: "KASSA0123456789ABCDEF01234567",
  executionDate: "2026-11-30",
  "bank_refund_file.id": refundFile,
  "bank_refund_file.account": bankAccount,
  "bank_refund_file.refunds": 12,
  "bank_refund_file.amount": 7188,
  "CreateBankRefundFileRequest.account": bankAccount,
  "ImportedStatement.account": bankAccount,
  "ImportedStatement.statementId": "2026-11-20/1",
  "ImportedStatement.sequence": "224",
  "ImportedStatement.from": "2026-11-20",
  "ImportedStatement.to": "2026-11-20",
  "ImportedStatement.addsUp": true,
  "StatementBalance.amount": 182599,
  "StatementBalance.date": "2026-11-20",
  "UpdateWebhookEndpointRequest.status": "enabled",
  "UpdateWebhookEndpointRequest.description": "Orders",
  "CreateWebhookEndpointRequest.description": "Orders",
  "CreateRefundRequest.amount": 1000,
  "sandbox.clock.advancingTo": null,
  "sandbox.clock.status": "ready",
  "checkout.session.id": session,
  "event.id": event,
  "webhook_endpoint.id": endpoint,
  "webhook_delivery.id": `del_sandbox_${random}`,
  "checkout.session.payment": null,
  "payment.id": payment,
  "payment.status": "captured",
  "payment.amountAuthorized": 2599,
  "payment.amountCapturable": 0,
  "payment.amountCaptured": 2599,
  "payment.amountCapturePending": 0,
  "payment.amountRefunded": 1000,
  "payment.amountRefundPending": 0,
  "payment.amountDisputed": 0,
  "payment.amountReceived": null,
  "payment.amountLate": 0,
  "payment.captureBefore": null,
  "payment.captures": [],
  "payment.voids": [],
  "payment.disputes": [],
  "payment.method": "card",
  "attempt.id": `att_sandbox_${random}`,
  "attempt.status": "approved",
  "attempt.connector": "sandbox",
  "attempt.connectorAccount": connectorAccount,
  "attempt.passedOver": [],
  "attempt.bankAccount": null,
  "attempt.transferInstructions": null,
  "attempt.amountReceived": null,
  "attempt.declineReason": null,
  "refund.id": refund,
  "refund.amount": 1000,
  "refund.status": "succeeded",
  "refund.late": false,
  "refund.failureReason": null,
  "dispute.id": dispute,
  "dispute.stage": "chargeback",
  "dispute.reason": "product_not_received",
  "dispute.fee": 1500,
  "dispute.late": false,
  "dispute.accepted": false,
  "dispute.pendingAction": null,
  "dispute.evidence": { shippingTrackingNumber: "JD014600003SE" },
  "dispute.files": [
    { id: `file_sandbox_${random}`, name: "receipt.pdf", mediaType: "application/pdf", size: 48213 },
  ],
  "dispute.evidenceDueAt": "2026-11-30T10:00:00.000Z",
  "dispute.evidenceSubmittedAt": null,
  "dispute.closedAt": null,
  "receipt.id": receipt,
  "receipt.number": "7XK3-9QPM-2WTA-6HZR",
  "receipt.notice": "Sandbox: this is the receipt of a test. No real money was paid.",
  "receipt.issuer": "http://localhost:8080",
  "receipt.keyId": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
  "receipt.merchant": {
    id: "ten_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4h",
    name: "Fern & Bloom",
    supportEmail: "hello@shop.example",
    supportUrl: null,
    supportPhone: null,
  },
  "receipt.method": { type: "card", card: { brand: "visa", last4: "4242" }, bankAccount: null },
  "receipt.signature":
    "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
  texts: { shippingTrackingNumber: "JD014600003SE" },
  files: [`file_sandbox_${random}`],
  submit: true,
  "checkout.session.url": `http://localhost:8080/pay/${session}`,
  "checkout.session.status": "open",
  "webhook_endpoint.description": "Orders",
  "webhook_delivery.attempts": 1,
  "webhook_delivery.status": "delivered",
  "webhook_delivery.nextAttemptAt": null,
  "ledger.entry.id": `lte_sandbox_${random}`,
  "ledger.entry.kind": "captured",
  "ledger.entry.source": `cap_sandbox_${random}`,
  "ledger.entry.reverses": null,
  "ledger.entry.payment": payment,
  "ledger.entry.connectorAccount": connectorAccount,
  "ledger.entry.account": "psp_clearing",
  month: "2026-10",
  despiteDifferences: true,
  "ledger.period.reason": null,
  "ledger.period.differences": [],
  "LedgerDifference.connectorAccount": connectorAccount,
  "LedgerDifference.examples": [`stl_sandbox_${random}`],
  "ConnectorAccountBalance.connectorAccount": connectorAccount,
  "settlement.id": `stb_sandbox_${random}`,
  "settlement.connectorAccount": connectorAccount,
  "settlement.pspReference": "po_1SWqLz2eZvKYlo2C0a1b2c3d",
  "settlement.status": "paid",
  "settlement.amount": 128_050,
  "settlement.lines": 42,
  "settlement.difference": 0,
  "settlement.arrivesOn": "2026-11-30",
  "settlement.bankEntry": `ben_sandbox_${random}`,
  "settlement.line.id": `stl_sandbox_${random}`,
  "settlement.line.connectorAccount": connectorAccount,
  "settlement.line.pspReference": "txn_1SWqLz2eZvKYlo2CXyZ01234",
  "settlement.line.type": "charge",
  "settlement.line.category": "charge",
  "settlement.line.about": "pi_3SWqLz2eZvKYlo2C1pQrStUv",
  "settlement.line.batch": "po_1SWqLz2eZvKYlo2C0a1b2c3d",
  "settlement.line.payment": payment,
  "settlement.line.source": `cap_sandbox_${random}`,
  "settlement.line.orderReference": "order-1042",
  "settlement.line.gross": 2599,
  "settlement.line.fee": 64,
  "settlement.line.net": 2535,
  "settlement.line.exchanged": null,
  "settlement.line.status": "matched",
  "settlement.line.exceptionReason": null,
  transaction: `ltx_sandbox_${random}`,
  "event.data": {
    object: { object: "checkout.session", id: session, status: "complete", paymentStatus: "paid" },
  },
  "settings.logo": {
    url: `http://localhost:8080/pay/logos/logo_sandbox_${random}`,
    mediaType: "image/svg+xml",
    width: 240,
    height: 80,
  },
  amountLimits: { EUR: { minimum: 50, maximum: 1_000_000 } },
  tolerance: 5,
  displayName: "Fern & Bloom",
  supportEmail: "hello@shop.example",
  supportUrl: "https://shop.example/help",
  supportPhone: "+49 30 1234567",
  defaultLocale: "de",
  brandColor: "#f97316",
  colors: {
    light: {
      button: "#e96800",
      buttonText: "#000000",
      link: "#ba5100",
      adjusted: true,
      reason:
        "Buttons need a contrast of 3:1 to be seen on the light page, and #f97316 has 2.59:1; #e96800, of the same hue, has 3.01:1. Links need a contrast of 4.5:1 to be read on the light page, and #f97316 has 2.59:1; #ba5100, of the same hue, has 4.55:1.",
    },
    dark: {
      button: "#f97316",
      buttonText: "#101317",
      link: "#f97316",
      adjusted: false,
      reason: "Buttons and links have it as it is.",
    },
  },
  adjustments: [{ type: "shipping", name: "Standard shipping", amount: 490 }],
  amount: 2599,
  amountOrdered: 2599,
  unitAmount: 2109,
  pending: 2599,
  available: 0,
  reserved: 0,
  inTransit: 0,
  paidOut: 0,
  notTracked: 0,
  earned: 2599,
  capturable: 0,
  accounts: {
    customer_funds_receivable: 0,
    authorized_funds: 0,
    psp_clearing: 2599,
    merchant_payable: 2599,
    refunds: 0,
    disputes: 0,
    fees: 0,
    surplus: 0,
    psp_receivable: 0,
    in_transit: 0,
    bank: 0,
    processing_fees: 0,
    fx: 0,
    reserves: 0,
    adjustments: 0,
  },
  quantity: 1,
  name: "Enamel mug",
  currency: "EUR",
  successUrl: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
  cancelUrl: "https://shop.example/cart",
  description: "Order 1042",
  locale: "auto",
  customerEmail: "ada@example.com",
  clientReferenceId: "order-1042",
  metadata: { orderId: "1042" },
  mode: "sandbox",
  payment,
  paymentMethods: null,
  clock: null,
  session,
  event,
  endpoint,
  expiresAt: "2026-11-22T10:00:00.000Z",
  completedAt: null,
  warnings: [],
  sequence: 1,
  type: "checkout.session.completed",
  eventType: "checkout.session.completed",
  url: hook,
  events: ["checkout.session.completed"],
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  statusReason: null,
  failingSince: null,
  previousSecretExpiresAt: null,
  apiVersion: "2026-11-21",
  durationMs: 84,
  headers: { "content-type": "application/json" },
  body: "{}",
  error: null,
  hasMore: false,
  final: true,
  reason: "requested_by_customer",
  brand: "visa",
  last4: "4242",
  checks: {
    cvc: "pass",
    postcode: "unchecked",
    threeDSecure: { result: "frictionless", version: "2.2.0", eci: "05", liabilityShift: "shifted" },
  },
  pspReference: "spc_0V8bQ2xr5cWb7nP1",
};
