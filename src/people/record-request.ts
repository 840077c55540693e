import type { FastifyRequest } from "fastify";
import { insertAuditEntry } from "../audit/audit-log.ts";
import type { Database } from "../database/database.ts";
import { present } from "../kernel/assert.ts";
import type { Resource } from "../tenants/scopes.ts";

/** What these change is recorded by triggers, with the values before and after. */
const recordedByTriggers: ReadonlySet<Resource> = new Set([
  "settings",
  "webhook_endpoints",
  "connector_accounts",
  "bank_accounts",
  "ledger_periods",
]);

/** What a request may say of itself in the log: amounts, ids and choices. Texts may hold customers' data, which the log keeps for ever. */
const told = ["payment", "session", "amount", "currency", "decision", "reason", "final", "status"] as const;

/**
 * Notes what a person asks for in the audit log, before it is carried out: a refund, a capture, an answer to a dispute, a match. So whatever
 * happens afterwards, the log says who wanted it.
 */
export function recordRequest({ inControl }: Pick<Database, "inControl">) {
  return async (request: FastifyRequest): Promise<void> => {
    const { scope, operation } = request.routeOptions.config;
    const [resource] = present(scope, "the scope of a route");
    if (recordedByTriggers.has(resource)) return;
    const { tenantId, mode, name } = present(request.auth, "who makes the request");
    const { id } = request.params as { readonly id?: string };
    const objectId = id ?? paymentIn(request.body);
    const entry = {
      action: "requested",
      object: toWords(operation ?? resource),
      ...(objectId !== undefined && { objectId: objectId.slice(0, 80) }),
      tenantId,
      mode,
      changes: detailsOf(request.body),
    } as const;
    await inControl((trx) => insertAuditEntry(trx, { name, origin: request.ip }, entry));
  };
}

/** The payment that a request names in its body, as one for a refund does. */
function paymentIn(body: unknown): string | undefined {
  const { payment } = (body ?? {}) as { readonly payment?: unknown };
  return typeof payment === "string" ? payment : undefined;
}

/** `createRefund` as the log names it: create_refund. */
const toWords = (operation: string): string =>
  operation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function detailsOf(body: unknown): Record<string, { to: unknown }> {
  if (typeof body !== "object" || body === null || Buffer.isBuffer(body)) return {};
  const given = body as Readonly<Record<string, unknown>>;
  const names = told.filter((name) => isTold(given[name]));
  return Object.fromEntries(names.map((name) => [name, { to: given[name] }]));
}

const isTold = (value: unknown): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && /^[\w-]{1,80}$/.test(value));
