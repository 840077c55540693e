import type { HostedRequest } from "./contract.ts";
import type { PspResponse } from "./psp-response.ts";

/**
 * Asks a PSP for a hosted page, and once more without what the customer entered if the PSP may have refused that: no PSP publishes all its
 * rules for addresses, and the customer shall be able to pay nevertheless. A refused call has made nothing. The second one has an
 * idempotency key of its own, because PSPs refuse another body under the same key.
 *
 * @param create the call, with the request's contents and the idempotency key
 * @param mayRefuseDetails whether a response may refuse what the customer entered
 */
export async function createEvenWithoutDetails(
  request: HostedRequest,
  create: (asked: HostedRequest, idempotencyKey: string) => Promise<PspResponse>,
  mayRefuseDetails: (response: PspResponse) => boolean,
): Promise<PspResponse> {
  const { customer, ...plain } = request;
  const { idempotencyKey } = request;
  const response = await create(request, idempotencyKey);
  return customer !== undefined && mayRefuseDetails(response)
    ? create(plain, `${idempotencyKey}-plain`)
    : response;
}
