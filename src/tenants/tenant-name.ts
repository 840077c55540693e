import { findForbiddenText } from "../kernel/text-rules.ts";

const lengthAtMost = 100;

/** What is wrong with a tenant's name, to be read after what it is called; undefined if nothing is. */
export function faultOfTenantName(name: string): string | undefined {
  if (name.trim() === "" || name.length > lengthAtMost) return `needs 1 to ${lengthAtMost} characters.`;
  const forbidden = findForbiddenText(name);
  return forbidden && `contains ${forbidden.codePoint}: ${forbidden.reason}.`;
}
