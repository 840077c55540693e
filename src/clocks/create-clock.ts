import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Clock as RealClock } from "../kernel/clock.ts";
import { makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import type { Clock } from "./clock.ts";
import { checkStart } from "./clock-times.ts";
import { insertClock, lockClockCount } from "./queries.ts";
import type { CreateClockBody } from "./schemas.ts";

/** The maximum number of clocks per tenant. */
const clockLimit = 100;

/** Creates a clock. Fails with `clock_time_invalid`, `text_invalid` or `clock_limit_reached`. */
export async function createClock(
  deps: { readonly clock: RealClock },
  trx: TenantTransaction,
  request: CreateClockBody,
): Promise<Result<Clock, Problem>> {
  const nowMs = deps.clock.nowMs();
  const start = checkStart(request.now, nowMs);
  if (!start.ok) return start;
  const name = request.name ?? null;
  const forbidden = name === null ? undefined : findForbiddenText(name, { multiline: false });
  if (forbidden) {
    return failed(
      problem("text_invalid", `It contains ${forbidden.codePoint}: ${forbidden.reason}.`, "/name"),
    );
  }
  if ((await lockClockCount(trx)) >= clockLimit) {
    return failed(problem("clock_limit_reached", `You already have ${clockLimit} clocks.`));
  }
  const id = makeId("clk", trx.mode, trx.tenantId, nowMs);
  return success(present(await insertClock(trx, { id, name, shows: start.value }), "the clock just made"));
}
