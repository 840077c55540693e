const documentation = "https://docs.mollie.com/overview/handling-errors";

/** An error that the API answers with. Thrown by operations and turned into an answer by `api.ts`. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, title: string, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.body = {
      status,
      title,
      detail,
      ...(field === undefined ? {} : { field }),
      _links: { documentation: { href: documentation, type: "text/html" } },
    };
  }
}

export function badRequest(detail: string): ApiError {
  return new ApiError(400, "Bad Request", detail);
}

export function notFound(kind: string, id: string): ApiError {
  return new ApiError(404, "Not Found", `No ${kind} exists with token ${id}.`);
}

export function conflict(detail: string): ApiError {
  return new ApiError(409, "Conflict", detail);
}

export function unprocessable(detail: string, field?: string): ApiError {
  return new ApiError(422, "Unprocessable Entity", detail, field);
}
