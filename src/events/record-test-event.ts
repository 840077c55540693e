import type { TenantTransaction } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import type { EventRow } from "./event.ts";
import { testEventType } from "./event-types.ts";
import { insertEvent } from "./queries.ts";

/** Records the test event of a webhook endpoint. It has no session and no sequence number, and subscribers aren't called. */
export async function recordTestEvent(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  object: object,
): Promise<EventRow> {
  const nowMs = deps.nowMs();
  const event: EventRow = {
    tenantId: trx.tenantId,
    id: makeId("evt", trx.mode, trx.tenantId, nowMs),
    mode: trx.mode,
    type: testEventType,
    sessionId: null,
    sequence: null,
    object,
    createdAt: new Date(Math.floor(nowMs)),
  };
  insertEvent(trx, event);
  return event;
}
