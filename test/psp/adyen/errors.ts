/** An error that the API answers with, in the words of Adyen. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: object;
  /** Whether the same request may be sent again with the same key (header `transient-error`). */
  readonly transient: boolean;

  constructor(status: number, errorCode: string, message: string, options: ErrorOptions = {}) {
    super(message);
    const { errorType = "validation", transient = false, pspReference } = options;
    this.status = status;
    this.transient = transient;
    this.body = {
      status,
      errorCode,
      message,
      errorType,
      ...(pspReference === undefined ? {} : { pspReference }),
    };
  }
}

type ErrorOptions = {
  readonly errorType?: "validation" | "security" | "configuration" | "internal";
  readonly transient?: boolean;
  readonly pspReference?: string;
};

export function unauthorized(): ApiError {
  return new ApiError(401, "000", "HTTP Status Response - Unauthorized", { errorType: "security" });
}

export function invalidMerchantAccount(): ApiError {
  return new ApiError(403, "901", "Invalid Merchant Account", { errorType: "security" });
}

export function unknownPayment(): ApiError {
  return new ApiError(422, "167", "Original pspReference required for this operation");
}

export function internalError(): ApiError {
  return new ApiError(500, "701", "Internal Error", { errorType: "internal", transient: true });
}

export function tooManyRequests(): ApiError {
  return new ApiError(429, "029", "Too many requests", { errorType: "security", transient: true });
}

/** The same key arrived while its first request was still being carried out. */
export function keyInUse(): ApiError {
  return new ApiError(409, "704", "request already processed or in progress", { transient: true });
}
