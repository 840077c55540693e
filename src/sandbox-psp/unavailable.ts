/** Whether an error says that PostgreSQL could not be reached in time, and not that the program is wrong. */
export function unavailable(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  return (
    /^(08|57P|53|25006|ECONN|EPIPE|ENOENT)/.test(code) || /timeout exceeded|terminated/i.test(error.message)
  );
}
