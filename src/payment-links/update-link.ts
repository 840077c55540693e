import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { combineProblems, type Problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { checkAllTexts } from "../sessions/check-session-request.ts";
import { mergeMetadata } from "../sessions/metadata.ts";
import { readExpiry } from "./check-expiry.ts";
import type { PaymentLink } from "./payment-link.ts";
import { changeLink, lockLink } from "./queries.ts";
import type { UpdateLinkBody } from "./schemas.ts";

/** Changes the fields that the body names. A limit may be below what is paid already: then the link is sold out. */
export async function updateLink(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  id: string,
  body: UpdateLinkBody,
  rawJson: string,
): Promise<Result<PaymentLink, Problem>> {
  const faults: Problem[] = [];
  const expiresAt = readExpiry(body.expiresAt, deps.nowMs(), faults);
  checkAllTexts(body, rawJson, faults);
  const fault = combineProblems(faults);
  if (fault) return failed(fault);
  const link = isOwnId(id, "pl", trx.scope) ? await lockLink(trx, id) : undefined;
  if (!link) return failed(notFound);
  const metadata =
    body.metadata === undefined ? success(link.metadata) : mergeMetadata(link.metadata, body.metadata);
  if (!metadata.ok) return metadata;
  const changed = {
    ...link,
    name: body.name ?? link.name,
    active: body.active ?? link.active,
    maxPayments: body.maxPayments === undefined ? link.maxPayments : body.maxPayments,
    expiresAt: body.expiresAt === undefined ? link.expiresAt : expiresAt,
    metadata: metadata.value,
  };
  return success(present(await changeLink(trx, changed), "the locked link"));
}
