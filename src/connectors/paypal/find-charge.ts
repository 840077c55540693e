import type {
  CallOptions,
  ChargeRef,
  FindChargeOutcome,
  FindMovementOutcome,
  FindMovementRequest,
} from "../contract.ts";
import type { Client } from "./client.ts";
import { translateOrder } from "./translate.ts";
import { translateFindMovement } from "./translate-movements.ts";

/** Reads the charge's order. Without its ID the charge is unknown: PayPal finds orders by nothing else. */
export async function findCharge(
  client: Client,
  charge: ChargeRef,
  call: CallOptions,
): Promise<FindChargeOutcome> {
  const read = await client(call).readOrder(charge);
  switch (read.kind) {
    case "read":
      return translateOrder(read.order);
    case "gone":
      return { kind: "not_charged" };
    case "unknown":
      return read;
  }
}

export async function findMovement(
  client: Client,
  request: FindMovementRequest,
  call: CallOptions,
): Promise<FindMovementOutcome> {
  const read = await client(call).readOrder(request.charge);
  switch (read.kind) {
    case "read":
      return translateFindMovement(read.order, request);
    case "gone":
      return request.kind === "void"
        ? { kind: "found", outcome: { kind: "refused", reason: "authorization_lapsed" } }
        : { kind: "not_found" };
    case "unknown":
      return read;
  }
}
