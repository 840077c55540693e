/** Thrown when the program contradicts itself: always a bug of ours, never bad input. */
export class AssertionFailed extends Error {
  override name = "AssertionFailed";
}

/** States what the code below relies on. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message);
}

/** Ends an exhaustive switch: the compiler refuses the call while a case is missing. */
export function unreachable(value: never): never {
  throw new AssertionFailed(`unexpected value ${JSON.stringify(value)}`);
}

/** The value, or a bug when there is none. */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new AssertionFailed(`${what} is missing`);
  return value;
}

/** Thrown when a row is missing that was committed before: a failover has lost commits, or a backup was put back. */
export class CommitLost extends Error {
  override name = "CommitLost";
}

/** The row that was committed before. @throws CommitLost when there is none */
export function committed<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new CommitLost(`${what} was committed and is missing`);
  return value;
}
