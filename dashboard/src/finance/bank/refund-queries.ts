import type { BankRefund, BankRefundFile, Page } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../../api/request.ts";
import { pagedQuery } from "../../components/paged.tsx";
import { below } from "./queries.ts";

export const refundsPath = "/api/bank-refunds";
export const filesPath = "/api/bank-refund-files";

export const bankRefundsQuery = (place: Place) => pagedQuery<BankRefund>(place, refundsPath);

/** Those that are in no file yet: of their accounts, files can be made. */
export const waitingRefundsQuery = (place: Place) =>
  queryOptions({
    queryKey: [refundsPath, place, "waiting"],
    queryFn: ({ signal }) =>
      request<Page<BankRefund>>(`${refundsPath}?status=waiting&limit=100`, { place, signal }),
  });

export const filesQuery = (place: Place) => pagedQuery<BankRefundFile>(place, filesPath);

export type FileOrder = { readonly account: string; readonly unsentConfirmed?: true };

export const makeFile = (place: Place, body: FileOrder, idempotencyKey: string): Promise<BankRefundFile> =>
  request(filesPath, { method: "POST", place, body, idempotencyKey });

export const markFile = (
  place: Place,
  id: string,
  status: "sent" | "cancelled",
  idempotencyKey: string,
): Promise<BankRefundFile> =>
  request(below(filesPath, id), { method: "POST", place, body: { status }, idempotencyKey });

export const setPayee = (
  place: Place,
  id: string,
  payeeIban: string,
  idempotencyKey: string,
): Promise<BankRefund> =>
  request(below(refundsPath, id), { method: "POST", place, body: { payeeIban }, idempotencyKey });

/** Says what became of a refund that somebody sent at their bank themselves. */
export const markRefund = (
  place: Place,
  id: string,
  status: "sent" | "confirmed",
  idempotencyKey: string,
): Promise<BankRefund> =>
  request(below(refundsPath, id), { method: "POST", place, body: { status }, idempotencyKey });
