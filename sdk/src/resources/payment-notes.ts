import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf, ResponseOf } from "../routes.ts";
import type { Page, PaymentNote } from "../types.ts";
import { Resource } from "./resource.ts";

/** What your staff and programs write about payments, for each other. */
export class PaymentNotes extends Resource {
  create(
    payment: string,
    body: BodyOf<"POST /api/payments/{id}/notes">,
    options?: ChangeOptions,
  ): Promise<PaymentNote> {
    return this.api.call("POST /api/payments/{id}/notes", { path: { id: payment }, body }, options);
  }

  /** One page of a payment's notes, newest first. */
  list(
    payment: string,
    query: QueryOf<"GET /api/payments/{id}/notes"> = {},
    options?: CallOptions,
  ): Promise<Page<PaymentNote>> {
    return this.api.call("GET /api/payments/{id}/notes", { path: { id: payment }, query }, options);
  }

  /** All notes of a payment, newest first, fetched page by page. */
  each(
    payment: string,
    filter: FilterOf<"GET /api/payments/{id}/notes"> = {},
    options?: CallOptions,
  ): AsyncGenerator<PaymentNote> {
    return this.api.each("GET /api/payments/{id}/notes", filter, options, { id: payment });
  }

  delete(
    payment: string,
    noteId: string,
    options?: CallOptions,
  ): Promise<ResponseOf<"DELETE /api/payments/{id}/notes/{noteId}">> {
    return this.api.call(
      "DELETE /api/payments/{id}/notes/{noteId}",
      { path: { id: payment, noteId } },
      options,
    );
  }
}
