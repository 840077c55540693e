/**
 * The audit log: who changed keys, tenants, settings and secrets. Triggers write it (migrations/000062), so code that changes
 * one of these needs to do nothing but say who acts: `Actor` of a database or of a scope.
 */
export { type AuditEntry, type AuditFilter, insertEntry, selectEntries } from "./queries.ts";
