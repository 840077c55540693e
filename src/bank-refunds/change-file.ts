import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { forgetPayeesInFile, getFile, getFileContent, moveRefundsOfFile, setFileStatus } from "./queries.ts";
import type { RefundFile } from "./refund-file.ts";

/** The caller's file, or undefined. */
export async function findFile(trx: TenantTransaction, id: string): Promise<RefundFile | undefined> {
  return isOwnId(id, "brx", trx.scope) ? getFile(trx, id) : undefined;
}

/** The XML of the caller's file, or undefined. */
export async function findFileContent(trx: TenantTransaction, id: string): Promise<string | undefined> {
  return isOwnId(id, "brx", trx.scope) ? getFileContent(trx, id) : undefined;
}

/**
 * Notes that a file was handed to the bank, or won't be: its refunds wait again then. Fails with `not_found` or
 * `bank_refund_file_not_open`.
 */
export async function changeFile(
  trx: TenantTransaction,
  id: string,
  status: "sent" | "cancelled",
): Promise<Result<RefundFile, Problem>> {
  const file = await findFile(trx, id);
  if (!file) return failed(notFound);
  if (file.status === status) return success(file);
  if (file.status !== "made") return failed(problem("bank_refund_file_not_open", `It is ${file.status}.`));
  setFileStatus(trx, id, status);
  await forgetPayeesInFile(trx, id);
  await moveRefundsOfFile(trx, id, status === "sent" ? "sent" : null);
  return success({ ...file, status });
}
