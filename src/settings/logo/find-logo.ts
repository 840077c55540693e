import type { Database } from "../../database/database.ts";
import { parseId } from "../../kernel/id.ts";
import { getLogo, type LogoFile } from "../queries.ts";

/** The logo with this id. Logos are public, because all customers of a merchant see them. Undefined once it was replaced. */
export async function findLogo(database: Database, id: string): Promise<LogoFile | undefined> {
  const scope = parseId(id, "logo");
  return scope && database.inTenant(scope, (trx) => getLogo(trx, id));
}
