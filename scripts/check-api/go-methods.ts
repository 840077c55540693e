/**
 * Whether a client that oapi-codegen made has an operation: a method of its very name, or the one that takes any body where
 * the operation takes no JSON. Other operations' names may begin with the same letters.
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
