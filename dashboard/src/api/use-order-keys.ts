import { useState } from "react";

/** Gives each order its idempotency key: the same order again, as after a lost answer, has the same one. */
export function useOrderKeys(): (order: object) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (order) => {
    const content = JSON.stringify(order);
    const key = keys.get(content) ?? crypto.randomUUID();
    keys.set(content, key);
    return key;
  };
}
