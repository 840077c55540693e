import type { Database } from "../../src/database/database.ts";

/** A database whose first transaction in a tenant's scope is undone because of another one. */
export function conflictingOnce(database: Database): Database {
  let isFirst = true;
  return {
    ...database,
    inTenant: (scope, work) => {
      if (!isFirst) return database.inTenant(scope, work);
      isFirst = false;
      return Promise.reject(Object.assign(new Error("deadlock detected"), { code: "40P01" }));
    },
  };
}
