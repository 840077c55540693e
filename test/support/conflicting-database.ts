import type { Database } from "../../src/database/database.ts";

/** A database whose first tenant transaction fails with a deadlock. */
export function withOneDeadlock(database: Database): Database {
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
