/**
 * Whether a client that oapi-codegen generated has an operation: a method of exactly its name or, for an operation that takes no
 * JSON, the method for any body. A prefix isn't enough: names of other operations may begin with it.
 */
export function goClientHas(source: string): (operationId: string) => boolean {
  const methods = new Set(
    [...source.matchAll(/^func \(c \*Client\) (\w+)\(/gm)].map(([, name = ""]) => name.toLowerCase()),
  );
  return (operationId) => {
    const name = operationId.toLowerCase();
    return methods.has(name) || methods.has(`${name}withbody`);
  };
}
