import type { Call } from "./call.ts";
import {
  acceptDispute,
  defendDispute,
  deleteDefenseDocument,
  retrieveDefenseReasons,
  supplyDefenseDocument,
} from "./disputes.ts";
import { receiveModification } from "./modifications.ts";
import { listPaymentMethods } from "./payment-methods.ts";
import { createSession, retrieveSessionResult } from "./sessions.ts";

export type Operation = {
  readonly api: "checkout" | "disputes";
  readonly method: "GET" | "POST";
  /** Below the base of its API. */
  readonly path: string;
  /** Of a success. */
  readonly status: 200 | 201;
  /** The name of the request's schema in Adyen's messages. */
  readonly schema: string;
  readonly run: (call: Call) => object;
};

/** The paths below which the APIs are served: those of Adyen's test environment, on one host. */
export const basePaths = { checkout: "/v72", disputes: "/ca/services/DisputeService/v30" } as const;

/** Every operation of the fake. */
export const operations: readonly Operation[] = [
  checkout("POST", "/sessions", 201, "CreateCheckoutSessionRequest", createSession),
  checkout("GET", "/sessions/:id", 200, "SessionResultRequest", retrieveSessionResult),
  checkout("POST", "/paymentMethods", 200, "PaymentMethodsRequest", listPaymentMethods),
  checkout("POST", "/payments/:id/captures", 201, "PaymentCaptureRequest", receiveModification("capture")),
  checkout("POST", "/payments/:id/cancels", 201, "PaymentCancelRequest", receiveModification("cancel")),
  checkout("POST", "/payments/:id/refunds", 201, "PaymentRefundRequest", receiveModification("refund")),
  checkout("POST", "/payments/:id/reversals", 201, "PaymentReversalRequest", receiveModification("reversal")),
  dispute("/retrieveApplicableDefenseReasons", "DefenseReasonsRequest", retrieveDefenseReasons),
  dispute("/supplyDefenseDocument", "SupplyDefenseDocumentRequest", supplyDefenseDocument),
  dispute("/deleteDisputeDefenseDocument", "DeleteDefenseDocumentRequest", deleteDefenseDocument),
  dispute("/defendDispute", "DefendDisputeRequest", defendDispute),
  dispute("/acceptDispute", "AcceptDisputeRequest", acceptDispute),
];

function checkout(
  method: Operation["method"],
  path: string,
  status: Operation["status"],
  schema: string,
  run: Operation["run"],
): Operation {
  return { api: "checkout", method, path, status, schema, run };
}

function dispute(path: string, schema: string, run: Operation["run"]): Operation {
  return { api: "disputes", method: "POST", path, status: 200, schema, run };
}
