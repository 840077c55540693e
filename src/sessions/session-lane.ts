import type { ConnectionSettings } from "../database/database.ts";
import { Lane, type LaneLimits } from "../database/lane.ts";
import { insertSessions, type NewSessionRow } from "./queries.ts";

/** The lane by which new sessions reach the database: those of one turn share a statement and a commit. */
export function makeSessionLane(settings: ConnectionSettings, limits?: LaneLimits): Lane<NewSessionRow> {
  return new Lane<NewSessionRow>(settings, insertSessions, limits);
}
