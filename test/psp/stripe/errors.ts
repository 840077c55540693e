/** An error that the API answers with. Thrown by operations and turned into Stripe's error object by `api.ts`. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { readonly error: Readonly<Record<string, unknown>> };

  constructor(status: number, error: { readonly type: string; readonly message: string } & ErrorFields) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

type ErrorFields = { readonly code?: string; readonly param?: string; readonly [field: string]: unknown };

export function invalidRequest(message: string, fields: ErrorFields = {}): ApiError {
  return new ApiError(400, { ...fields, message, type: "invalid_request_error" });
}

export function resourceMissing(kind: string, id: string, param: string): ApiError {
  const message = `No such ${kind}: '${id}'`;
  return new ApiError(404, { code: "resource_missing", message, param, type: "invalid_request_error" });
}
