import type { CallOptions } from "../contract.ts";
import type {
  AcceptRequest,
  DisputeOutcome,
  DisputeRequest,
  Disputes,
  EvidenceRequest,
} from "../disputes.ts";
import type { PspResponse } from "../psp-response.ts";
import { type Calls, type Client, refusalIn, unclear } from "./client.ts";
import { evidencesOf, toMultipart } from "./evidence.ts";
import { translateDispute } from "./translate-dispute.ts";
import { unknown } from "./unknown.ts";
import { type WireDispute, wireDispute } from "./wire.ts";

/** PayPal has no request ID for disputes, so each action first reads whether it was carried out already. */
export function disputes(client: Client): Required<Disputes> {
  return {
    find: async (request, call) => {
      const read = await readDispute(client(call), request);
      return read.kind === "read" ? known(read.dispute) : read;
    },
    submitEvidence: (request, call) => submitEvidence(client, request, call),
    accept: (request, call) => accept(client, request, call),
  };
}

async function submitEvidence(
  client: Client,
  request: EvidenceRequest,
  call: CallOptions,
): Promise<DisputeOutcome> {
  const calls = client(call);
  const read = await readDispute(calls, request);
  if (read.kind !== "read") return read;
  switch (read.dispute.status) {
    case "WAITING_FOR_SELLER_RESPONSE":
      break;
    case "OPEN":
      return { kind: "refused", detail: "PayPal takes evidence once the customer has made a claim" };
    // Evidence is taken once: this has arrived, or the time for it is over.
    case "UNDER_REVIEW":
    case "WAITING_FOR_BUYER_RESPONSE":
    case "RESOLVED":
    case "OTHER":
      return known(read.dispute);
  }
  const input = { evidences: evidencesOf(request.texts) };
  return act(calls, request, "provide-evidence", toMultipart(input, request.files, request.idempotencyKey));
}

/** The customer gets the whole disputed amount. */
async function accept(client: Client, request: AcceptRequest, call: CallOptions): Promise<DisputeOutcome> {
  const calls = client(call);
  const read = await readDispute(calls, request);
  if (read.kind !== "read") return read;
  if (read.dispute.status === "RESOLVED") return known(read.dispute);
  const input = { accept_claim_type: "REFUND" };
  return act(calls, request, "accept-claim", toMultipart(input, [], request.idempotencyKey));
}

/** PayPal's answer to an action doesn't have the dispute, which is read again. */
async function act(
  calls: Calls,
  request: DisputeRequest,
  action: "provide-evidence" | "accept-claim",
  body: ReturnType<typeof toMultipart>,
): Promise<DisputeOutcome> {
  const { account, pspReference } = request;
  const path = `${pathOf(pspReference)}/${action}`;
  const response = await calls.send({ account, method: "POST", path, body });
  const refusal = refusalIn(response);
  if (refusal && (refusal.status === 400 || refusal.status === 422))
    return { kind: "refused", detail: refusal.issue };
  if (response.kind === "no_response" || response.status !== 200) return unclear(response);
  const read = await readDispute(calls, request);
  return read.kind === "read" ? known(read.dispute) : read;
}

const pathOf = (id: string): string => `/v1/customer/disputes/${encodeURIComponent(id)}`;

type ReadDispute =
  | { readonly kind: "read"; readonly dispute: WireDispute }
  | Exclude<DisputeOutcome, { kind: "known" }>;

async function readDispute(calls: Calls, { account, pspReference }: DisputeRequest): Promise<ReadDispute> {
  if (!/^[A-Za-z0-9-]{1,255}$/.test(pspReference))
    return { kind: "refused", detail: "the reference isn't one of PayPal" };
  return disputeIn(await calls.send({ account, method: "GET", path: pathOf(pspReference) }), pspReference);
}

function disputeIn(response: PspResponse, id: string): ReadDispute {
  if (response.kind === "no_response" || response.status !== 200) return unclear(response);
  const { body: dispute } = response;
  if (!wireDispute.fits(dispute)) return unknown("the response has an unexpected shape");
  if (dispute.dispute_id !== id) return unknown("the response is about another dispute");
  return { kind: "read", dispute };
}

function known(wire: WireDispute): DisputeOutcome {
  const dispute = translateDispute(wire);
  return dispute
    ? { kind: "known", dispute }
    : unknown("the dispute isn't of one of Kassa's charges, or can't be read");
}
