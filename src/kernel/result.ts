/** The result of a function with expected failures, which its caller must handle. Bugs and broken machines throw. */
export type Result<Value, Failure> = Success<Value> | Failed<Failure>;

export type Success<Value> = { readonly ok: true; readonly value: Value };
export type Failed<Failure> = { readonly ok: false; readonly failure: Failure };

export const success = <Value>(value: Value): Success<Value> => ({ ok: true, value });
export const failed = <Failure>(failure: Failure): Failed<Failure> => ({ ok: false, failure });
