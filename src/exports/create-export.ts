import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Clock } from "../kernel/clock.ts";
import { makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import { readPaymentFilter } from "../payments/read/list-payments.ts";
import { defaultColumnNames, findColumn } from "./columns.ts";
import type { Export } from "./export.ts";
import { insertExport, lockUnfinishedCount } from "./queries.ts";
import type { CreateExportBody } from "./schemas.ts";

/** How many exports of a tenant may be made at once, in each mode. */
export const unfinishedAtMost = 5;

/** Requests an export. Fails with `parameter_invalid`, `text_invalid` or `export_limit_reached`. */
export async function createExport(
  deps: { readonly clock: Clock },
  trx: TenantTransaction,
  { resource, format, filters = {}, columns = defaultColumnNames }: CreateExportBody,
): Promise<Result<Export, Problem>> {
  const fault = findFault(trx, filters, columns);
  if (fault) return failed(fault);
  if ((await lockUnfinishedCount(trx)) >= unfinishedAtMost)
    return failed(problem("export_limit_reached", `${unfinishedAtMost} exports are already in progress.`));
  const id = makeId("exp", trx.mode, trx.tenantId, deps.clock.nowMs());
  const made = await insertExport(trx, { id, resource, format, filters, columns });
  return success(present(made, "the export just made"));
}

function findFault(
  trx: TenantTransaction,
  filters: Required<CreateExportBody>["filters"],
  columns: readonly string[],
): Problem | undefined {
  for (const [name, value] of Object.entries(filters)) {
    const forbidden = typeof value === "string" && findForbiddenText(value, { multiline: true });
    if (forbidden) return textFault(forbidden, `/filters/${name}`);
  }
  for (const [at, name] of columns.entries()) {
    const forbidden = findForbiddenText(name, { multiline: false });
    if (forbidden) return textFault(forbidden, `/columns/${at}`);
    if (!findColumn(name))
      return problem("parameter_invalid", `There is no column "${name}".`, `/columns/${at}`);
  }
  const filter = readPaymentFilter(trx.scope, filters);
  return filter.ok ? undefined : { ...filter.failure, param: `/filters/${filter.failure.param}` };
}

const textFault = ({ codePoint, reason }: { codePoint: string; reason: string }, param: string): Problem =>
  problem("text_invalid", `It contains ${codePoint}: ${reason}.`, param);
