/** Whether an error means that PostgreSQL couldn't be reached in time, as opposed to a bug. */
export function isDatabaseUnavailable(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  return (
    /^(08|57P|53|25006|ECONN|EPIPE|ENOENT)/.test(code) || /timeout exceeded|terminated/i.test(error.message)
  );
}
