import type { components, webhooks } from "./schema.ts";

/** Names for the types generated from openapi.json. */
type Schemas = components["schemas"];

export type Balance = Schemas["Balance"];
export type BankEntry = Schemas["BankEntry"];
export type DecidedBankEntry = Schemas["DecidedBankEntry"];
export type BankRefund = Schemas["BankRefund"];
export type BankRefundFile = Schemas["BankRefundFile"];
export type CheckoutSession = Schemas["CheckoutSession"];
export type ExpandedCheckoutSession = Schemas["ExpandedCheckoutSession"];
export type ConnectorAccount = Schemas["ConnectorAccount"];
export type ConnectorAccountCheck = Schemas["ConnectorAccountCheck"];
export type Dispute = Schemas["Dispute"];
export type ExpectedTransfer = Schemas["ExpectedTransfer"];
export type ListedExpectedTransfer = Schemas["ListedExpectedTransfer"];
export type LedgerDifference = Schemas["LedgerDifference"];
export type LedgerDifferenceList = Schemas["LedgerDifferenceList"];
export type LedgerEntry = Schemas["LedgerEntry"];
export type LedgerPeriod = Schemas["LedgerPeriod"];
export type LedgerPeriodList = Schemas["LedgerPeriodList"];
export type LineItem = Schemas["LineItem"];
export type MerchantBankAccount = Schemas["MerchantBankAccount"];
export type Payment = Schemas["Payment"];
export type PaymentLink = Schemas["PaymentLink"];
export type Attempt = Schemas["Attempt"];
export type Receipt = Schemas["Receipt"];
export type PaymentNote = Schemas["PaymentNote"];
export type Refund = Schemas["Refund"];
export type RoutingSimulation = Schemas["RoutingSimulation"];
export type Export = Schemas["Export"];
export type SandboxClock = Schemas["SandboxClock"];
export type SandboxClockAdvance = Schemas["SandboxClockAdvance"];
export type Settings = Schemas["Settings"];
export type Settlement = Schemas["Settlement"];
export type SettlementLine = Schemas["SettlementLine"];
export type SettlementReportImport = Schemas["SettlementReportImport"];
export type StatementImport = Schemas["StatementImport"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type WebhookEndpoint = Schemas["WebhookEndpoint"];
export type WebhookEndpointWithSecret = Schemas["WebhookEndpointWithSecret"];
export type Problem = Schemas["Problem"];
/** The error codes of this version. A later version of Kassa may have others. */
export type ProblemCode = Schemas["ProblemCode"];

/** A page of a list, newest first. */
export type Page<Item> = { object: "list"; data: Item[]; hasMore: boolean };

type EventsByType = {
  [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
};

export type EventType = keyof EventsByType;

/** The event of a type, such as `EventOf<"refund.failed">`. */
export type EventOf<Type extends EventType> = EventsByType[Type];

/**
 * An event: comparing `type` gives `data.object` its type. A later version of Kassa may send other types, so ignore those that you
 * don't know.
 */
export type Event = EventsByType[EventType];
