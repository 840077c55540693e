import type { Mode } from "../kernel/mode.ts";
import type { PaymentFilters } from "../payments/schemas.ts";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStatuses = ["pending", "running", "completed", "failed"] as const;
export const failureReasons = ["too_large", "internal_error"] as const;
export type FailureReason = (typeof failureReasons)[number];

/** How long an export can be downloaded, in days. */
export const exportDays = 7;

/** A list that is made in the background. */
export type Export = {
  readonly id: string;
  readonly mode: Mode;
  readonly resource: "payments";
  readonly format: ExportFormat;
  readonly filters: PaymentFilters;
  readonly columns: readonly string[];
  readonly status: (typeof exportStatuses)[number];
  readonly failureReason: FailureReason | null;
  readonly rowCount: number;
  readonly chunkCount: number;
  /** The id of the last payment that is stored. */
  readonly cursor: string | null;
  readonly reachedAt: Date | null;
  readonly sheetBytes: number;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
};

/** A row as it is stored: the payment's currency, then a value for each column. */
export type StoredRow = readonly [currency: string, ...values: readonly (string | number | null)[]];

/** An export as the API shows it. */
export function toApiExport(made: Export) {
  return {
    object: "export",
    id: made.id,
    mode: made.mode,
    resource: made.resource,
    format: made.format,
    filters: made.filters,
    columns: made.columns,
    status: made.status,
    failureReason: made.failureReason,
    rows: made.rowCount,
    reachedAt: made.reachedAt?.toISOString() ?? null,
    createdAt: made.createdAt.toISOString(),
    completedAt: made.completedAt?.toISOString() ?? null,
    expiresAt: new Date(made.createdAt.getTime() + exportDays * 24 * 60 * 60_000).toISOString(),
  };
}
