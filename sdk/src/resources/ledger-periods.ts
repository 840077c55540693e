import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, QueryOf } from "../routes.ts";
import type { LedgerDifferenceList, LedgerPeriod, LedgerPeriodList } from "../types.ts";
import { Resource } from "./resource.ts";

/** Months of the ledger, which can be closed. */
export class LedgerPeriods extends Resource {
  /** All months, newest first. */
  list(options?: CallOptions): Promise<LedgerPeriodList> {
    return this.api.call("GET /api/ledger/periods", {}, options);
  }

  /** What has to be settled before a month can be closed. */
  differences(
    query: QueryOf<"GET /api/ledger/differences">,
    options?: CallOptions,
  ): Promise<LedgerDifferenceList> {
    return this.api.call("GET /api/ledger/differences", { query }, options);
  }

  /** Closes a month. */
  close(body: BodyOf<"POST /api/ledger/periods">, options?: ChangeOptions): Promise<LedgerPeriod> {
    return this.api.call("POST /api/ledger/periods", { body }, options);
  }

  /** Reopens a closed month. */
  reopen(body: BodyOf<"POST /api/ledger/periods/reopen">, options?: ChangeOptions): Promise<LedgerPeriod> {
    return this.api.call("POST /api/ledger/periods/reopen", { body }, options);
  }
}
