import type { QueryConfig } from "pg";

/** More different texts than these are not given names: each named one costs every connection some memory. */
const mostNames = 1_000;
const names = new Map<string, string>();

/**
 * A statement with values, under a name by which PostgreSQL remembers it for each connection: it is parsed, checked against
 * row-level security and planned when a connection first sees it, and only carried out from then on. That is half of what
 * a short statement costs. After a few times PostgreSQL keeps one plan for all values, when that isn't dearer, and plans
 * anew when ANALYZE has found the tables changed.
 */
export function statement(text: string, values: readonly unknown[]): QueryConfig {
  let name = names.get(text);
  if (name === undefined && names.size < mostNames) {
    name = `kassa_${names.size}`;
    names.set(text, name);
  }
  return { text, values: values as unknown[], ...(name === undefined ? {} : { name }) };
}
