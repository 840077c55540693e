import type { Call } from "./call.ts";
import { type Money, readMoney } from "./currencies.ts";
import { resolveDispute, update } from "./disputes.ts";
import { ApiError, notFound, unprocessable } from "./errors.ts";
import { disputeState, isAcceptable, renderDispute, renderSummary } from "./render-dispute.ts";
import { paypalSpecification, toRequestError } from "./specification.ts";
import type { Dispute } from "./state.ts";
import { link, toTime, type World } from "./world.ts";

const fileMaxBytes = 10 * 1024 * 1024;
const fileTypes: readonly string[] = [
  "image/jpeg",
  "image/gif",
  "image/png",
  "application/pdf",
  "text/plain",
];

/** Newest first. Has no cursor that stays valid: `next_page_token` is the number of disputes before the page. */
export function listDisputes({ world, query }: Call): object {
  const { disputed_transaction_id, dispute_state, page_size = 10, next_page_token } = query;
  const wanted = dispute_state === undefined ? undefined : String(dispute_state).split(",");
  const found = [...world.state.disputes.values()]
    .reverse()
    .filter((one) => disputed_transaction_id === undefined || one.capture.id === disputed_transaction_id)
    .filter((one) => !wanted || wanted.includes(disputeState(one)))
    .filter((one) => isWithin(one, query));
  const from = next_page_token === undefined ? 0 : Number(Buffer.from(String(next_page_token), "base64"));
  const page = found.slice(from, from + Number(page_size));
  const to = from + page.length;
  const token = encodeURIComponent(Buffer.from(String(to)).toString("base64"));
  const next =
    to < found.length
      ? [link(world, "next", `/v1/customer/disputes?page_size=${page_size}&next_page_token=${token}`)]
      : [];
  return {
    // The specification wants at least one item, so that an empty list has no `items`.
    ...(page.length === 0 ? {} : { items: page.map((one) => renderListed(world, one)) }),
    links: [link(world, "self", "/v1/customer/disputes"), ...next],
  };
}

function renderListed(world: World, dispute: Dispute): object {
  return { ...renderSummary(world, dispute), dispute_state: disputeState(dispute) };
}

function isWithin({ created, updated }: Dispute, query: Call["query"]): boolean {
  const seconds = (name: string, otherwise: number) =>
    query[name] === undefined ? otherwise : Date.parse(String(query[name])) / 1000;
  return (
    created >= seconds("start_time", 0) &&
    updated >= seconds("update_time_after", 0) &&
    updated <= seconds("update_time_before", Number.POSITIVE_INFINITY)
  );
}

function findDispute({ world, id }: Call): Dispute {
  const dispute = world.state.disputes.get(id);
  if (!dispute) throw notFound();
  return dispute;
}

export function getDispute(call: Call): object {
  return renderDispute(call.world, findDispute(call));
}

/** Takes a multipart body: the part `input` with JSON, and files. After it, PayPal reviews, and takes nothing more. */
export function provideEvidence(call: Call): object {
  const { world, body, files } = call;
  const dispute = findDispute(call);
  if (dispute.status !== "WAITING_FOR_SELLER_RESPONSE") throw wrongState();
  for (const { type, size, name } of files)
    if (size > fileMaxBytes || !fileTypes.includes(type))
      throw new ApiError(400, "INVALID_REQUEST", [{ issue: "INVALID_FILE", field: name }]);
  const date = toTime(world.clock.now());
  const stage = { dispute_life_cycle_stage: dispute.stage };
  const added = readEvidences(body).map((evidence) => ({
    ...evidence,
    source: "SUBMITTED_BY_SELLER",
    date,
    ...stage,
  }));
  const documents = files.map(({ name }) => ({ name }));
  dispute.evidences.push(
    ...added.map((evidence) => (documents.length === 0 ? evidence : { ...evidence, documents })),
  );
  update(world, dispute, "UNDER_REVIEW");
  return { links: [link(world, "self", `/v1/customer/disputes/${dispute.id}`)] };
}

/** @throws ApiError for evidence that isn't as the specification's schema of it */
function readEvidences(body: Call["body"]): readonly object[] {
  const { evidences } = body as { evidences?: unknown };
  if (!Array.isArray(evidences) || evidences.length === 0)
    throw new ApiError(400, "INVALID_REQUEST", [
      { issue: "MISSING_REQUIRED_PARAMETER", field: "/evidences" },
    ]);
  const problems = evidences.flatMap((evidence) =>
    paypalSpecification("disputes").object("evidence", evidence),
  );
  if (problems.length > 0) throw toRequestError(problems, "body");
  return evidences as readonly object[];
}

type AcceptBody = {
  readonly accept_claim_type?: "REFUND" | "PARTIAL_REFUND";
  readonly refund_amount?: Money;
  readonly note?: string;
};

/** The merchant gives in: the customer gets all, or the part that is offered. */
export function acceptClaim(call: Call): object {
  const { world, body } = call;
  const dispute = findDispute(call);
  if (!isAcceptable(dispute)) throw wrongState();
  const { accept_claim_type = "REFUND", refund_amount } = body as AcceptBody;
  if (accept_claim_type === "PARTIAL_REFUND" && !refund_amount)
    throw new ApiError(400, "INVALID_REQUEST", [
      { issue: "MISSING_REQUIRED_PARAMETER", field: "/refund_amount" },
    ]);
  const read = { field: "/refund_amount", decimalsIssue: "DECIMALS_NOT_SUPPORTED" } as const;
  const amount = refund_amount ? readMoney(refund_amount, read) : dispute.amount;
  if (amount > dispute.amount)
    throw unprocessable("INVALID_REFUND_AMOUNT", { field: "/refund_amount/value" });
  resolveDispute(world, dispute, "ACCEPTED", amount);
  return { links: [link(world, "self", `/v1/customer/disputes/${dispute.id}`)] };
}

/** The sandbox's own call, in which the merchant decides a dispute that is under review. */
export function adjudicate(call: Call): object {
  const { world, body } = call;
  const dispute = findDispute(call);
  if (world.settings.live) throw new ApiError(403, "NOT_AUTHORIZED", [{ issue: "PERMISSION_DENIED" }]);
  if (dispute.status !== "UNDER_REVIEW") throw wrongState();
  const won = body.adjudication_outcome === "SELLER_FAVOR";
  resolveDispute(world, dispute, won ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR");
  return { links: [link(world, "self", `/v1/customer/disputes/${dispute.id}`)] };
}

function wrongState(): ApiError {
  return unprocessable("ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE");
}
