/** Options of the client, which each call can override. */
export type CallOptions = {
  /** The longest that a call takes with all its retries and waits, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** The longest that one try takes, in milliseconds. Default: 30,000. */
  readonly tryTimeoutMs?: number | undefined;
  /** How often a call is retried, where that is safe. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** The API version, a date. Default: the version that the key was created with. */
  readonly apiVersion?: string | undefined;
  /** Aborts the call, which then throws the signal's reason. The call may or may not have been carried out. */
  readonly signal?: AbortSignal | undefined;
};

/** Options of a call that changes something. */
export type ChangeOptions = CallOptions & {
  /**
   * A value that you choose for this change and still know after a crash, such as an order number: 1 to 255 visible ASCII
   * characters. The change is carried out once, however often you call. Default: random, the same for all tries of one call.
   */
  readonly idempotencyKey?: string | undefined;
};

export type KassaOptions = Omit<CallOptions, "signal"> & {
  /** The URL of your Kassa, such as "https://pay.example.com". */
  readonly baseUrl: string;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch | undefined;
};
