import type { FakeClock } from "../common/clock.ts";
import { IdempotencyKeys } from "../common/idempotency.ts";
import type { Result } from "./call.ts";
import { ApiError } from "./errors.ts";
import type { ApiName } from "./specification.ts";

/** What is kept for a request id. `isReplay` is true where it answers a repetition. */
export type Stored = Result & { readonly isReplay: boolean };

const keptSeconds: Readonly<Partial<Record<ApiName, number>>> = {
  orders: 6 * 3600,
  payments: 45 * 86_400,
};

const inUse = () => new ApiError(409, "RESOURCE_CONFLICT", [{ issue: "PREVIOUS_REQUEST_IN_PROGRESS" }]);

// Neither happens: keys are kept by path, and PayPal doesn't compare bodies.
const refusals = { otherPath: inUse, otherBody: inUse, inUse };

/**
 * The values of PayPal-Request-Id that were used, by API and path: the Orders API keeps them for 6 hours, the Payments API
 * for 45 days, and the other APIs ignore them. PayPal answers a repetition with the latest state of what the first request
 * made, whatever the body of the repetition is.
 */
export class RequestIds {
  readonly #keys: ReadonlyMap<ApiName, IdempotencyKeys<Stored>>;

  constructor(clock: FakeClock) {
    this.#keys = new Map(
      Object.entries(keptSeconds).map(([api, seconds]) => [
        api as ApiName,
        new IdempotencyKeys<Stored>(clock, refusals, seconds),
      ]),
    );
  }

  /** @returns the answer to the first request @throws ApiError 409 while that is carried out */
  begin(api: ApiName, requestId: string, path: string): Stored | undefined {
    return this.#keys.get(api)?.begin(`${path} ${requestId}`, path, Buffer.alloc(0));
  }

  store(api: ApiName, requestId: string, path: string, answer: Stored): void {
    this.#keys.get(api)?.store(`${path} ${requestId}`, answer);
  }

  forget(api: ApiName, requestId: string, path: string): void {
    this.#keys.get(api)?.forget(`${path} ${requestId}`);
  }
}
