import type { components, operations } from "./schema.ts";

/** Names for the types generated from openapi.json. */
type Schemas = components["schemas"];
type Operations = operations;
export type OperationName = keyof Operations;

export type CheckoutSession = Schemas["CheckoutSession"];
export type ExpandedCheckoutSession = Schemas["ExpandedCheckoutSession"];
export type LineItem = Schemas["LineItem"];
export type Receipt = Schemas["Receipt"];
export type Payment = Schemas["Payment"];
export type Attempt = Schemas["Attempt"];
export type Refund = Schemas["Refund"];
export type Dispute = Schemas["Dispute"];
export type Event = Schemas["Event"];
export type EventType = Event["type"];
export type Balance = Schemas["Balance"];
export type LedgerEntry = Schemas["LedgerEntry"];
export type WebhookEndpoint = Schemas["WebhookEndpoint"];
export type WebhookEndpointWithSecret = Schemas["WebhookEndpointWithSecret"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type SandboxClock = Schemas["SandboxClock"];
export type SandboxClockAdvance = Schemas["SandboxClockAdvance"];
export type Settings = Schemas["Settings"];
export type Problem = Schemas["Problem"];
/** The error codes of this version. A newer version of Kassa may have others. */
export type ProblemCode = Schemas["ProblemCode"];

/** The request body of an operation. */
export type BodyOf<Name extends OperationName> =
  NonNullable<Operations[Name]["requestBody"]> extends { content: { "application/json": infer Body } }
    ? Body
    : never;

/** The query parameters of an operation. */
export type QueryOf<Name extends OperationName> = NonNullable<Operations[Name]["parameters"]["query"]>;

/** The JSON response of an operation. */
export type AnswerOf<Name extends OperationName> = Operations[Name]["responses"][200]["content"] extends {
  "application/json": infer Answer;
}
  ? Answer
  : never;

/** A page of a list, newest first. */
export type Page<Item> = { object: "list"; data: Item[]; hasMore: boolean };
