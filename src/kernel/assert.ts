/** Thrown if an invariant of the program is broken: always a bug, never bad input. */
export class AssertionFailed extends Error {
  override name = "AssertionFailed";
}

/** Asserts an invariant that the following code relies on. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message);
}

/** Ends an exhaustive switch: the compiler refuses the call while a case is missing. */
export function unreachable(value: never): never {
  throw new AssertionFailed(`unexpected value ${JSON.stringify(value)}`);
}

/** Returns the value. @throws AssertionFailed if it is null or undefined */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new AssertionFailed(`${what} is missing`);
  return value;
}

/** Thrown if a committed row is missing: a failover lost commits, or a backup was restored. */
export class CommitLost extends Error {
  override name = "CommitLost";
}

/** Returns a row that was committed before. @throws CommitLost if it is missing */
export function committed<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new CommitLost(`${what} was committed and is missing`);
  return value;
}
