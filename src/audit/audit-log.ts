/**
 * The audit log: who changed keys, tenants, settings and secrets. Triggers write it (migrations/000062), so code that changes
 * one of these only has to set the `Actor` of its database or scope.
 */
export {
  type AuditEntry,
  type AuditFilter,
  insertAuditEntry,
  selectAuditEntries,
  selectEntriesAbout,
} from "./queries.ts";
