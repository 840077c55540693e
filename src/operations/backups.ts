/** The record of completed backups: `kassa backup` writes it, and the operator reads it. */
export { type Backup, insertBackup, selectBackups } from "./queries.ts";
