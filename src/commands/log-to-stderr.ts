type Facts = object & { readonly err?: unknown };

const line = (facts: Facts, message: string): string => {
  const { err, ...others } = facts;
  return [message, JSON.stringify(others), err === undefined ? "" : String(err)].filter(Boolean).join(": ");
};

/** The log of commands: warnings and errors, as lines of standard error. */
export const logToStderr = {
  info: (): void => {},
  warn: (facts: Facts, message: string): void => console.error(line(facts, message)),
  error: (facts: Facts, message: string): void => console.error(line(facts, message)),
};
