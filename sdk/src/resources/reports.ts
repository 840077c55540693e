import type { CallOptions } from "../options.ts";
import type { QueryOf, ResponseOf } from "../routes.ts";
import { Resource } from "./resource.ts";

export type ReportKind = "payments" | "refunds" | "fees" | "disputes" | "payouts";
type Period<R extends `GET /api/reports/${ReportKind}`> = Omit<QueryOf<R>, "format">;

/** Lines of the ledger for accountants, of a month or of days. */
export class Reports extends Resource {
  payments(
    period: Period<"GET /api/reports/payments">,
    options?: CallOptions,
  ): Promise<ResponseOf<"GET /api/reports/payments">> {
    return this.api.call("GET /api/reports/payments", { query: period }, options);
  }

  refunds(
    period: Period<"GET /api/reports/refunds">,
    options?: CallOptions,
  ): Promise<ResponseOf<"GET /api/reports/refunds">> {
    return this.api.call("GET /api/reports/refunds", { query: period }, options);
  }

  fees(
    period: Period<"GET /api/reports/fees">,
    options?: CallOptions,
  ): Promise<ResponseOf<"GET /api/reports/fees">> {
    return this.api.call("GET /api/reports/fees", { query: period }, options);
  }

  disputes(
    period: Period<"GET /api/reports/disputes">,
    options?: CallOptions,
  ): Promise<ResponseOf<"GET /api/reports/disputes">> {
    return this.api.call("GET /api/reports/disputes", { query: period }, options);
  }

  payouts(
    period: Period<"GET /api/reports/payouts">,
    options?: CallOptions,
  ): Promise<ResponseOf<"GET /api/reports/payouts">> {
    return this.api.call("GET /api/reports/payouts", { query: period }, options);
  }

  /** A report as CSV or XLSX. The response of fetch: its `body` is a stream. */
  download(
    kind: ReportKind,
    query: QueryOf<"GET /api/reports/payments"> & { format: "csv" | "xlsx" },
    options?: CallOptions,
  ): Promise<Response> {
    return this.api.download(`GET /api/reports/${kind}`, { query }, options);
  }
}
