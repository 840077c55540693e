import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { misfit, misfitOfValue, takesNull } from "./compare-types.ts";
import { type Description, describeStatement } from "./describe-statement.ts";
import { type Claim, type Found, findStatements, type StatementCall } from "./find-statements.ts";

// TypeScript believes whatever a query's type says. Here PostgreSQL is asked: it parses each statement of the sources against
// the migrated schema and says which values it takes and which columns it returns.

let db: TestDatabase;
let client: Client;
let found: Found;
/** The nullable columns of all tables, by the numbers of table and column. */
let nullable: ReadonlyMap<string, string>;
before(async () => {
  db = await openTestDatabase();
  client = new Client(db.settings);
  await client.connect();
  const rows = await db.sql<{ key: string; name: string }>(
    `SELECT attrelid || '.' || attnum AS key, attrelid::regclass || '.' || attname AS name FROM pg_attribute
     WHERE NOT attnotnull AND attnum > 0 AND NOT attisdropped`,
  );
  nullable = new Map(rows.map(({ key, name }) => [key, name]));
  found = findStatements(path.resolve(import.meta.dirname, "../.."));
});
after(async () => {
  await client.end();
  await db.close();
});

/** Reads Citus' own catalog, which a database without Citus doesn't have. */
const ofCitus = "src/database/distribution.ts";

/** Nullable columns that can't be null in the rows of a statement: by file and name, with the reason. */
const certain: Readonly<Record<string, string>> = {
  "src/clocks/queries.ts target": "an advancing clock has one, by a CHECK",
  "src/http/queries.ts resourceId": "every intent has one, and other operations read the other responses",
  "src/http/queries.ts sealed": "a response known at once is stored with its row, others are read as intents",
  "src/ledger/export/export-entries.ts position": "required by the condition",
  "src/page-safety/queries.ts checkedAt": "required by the condition",
  "src/page-safety/queries.ts result": "written with checked_at",
  "src/payments/queries/attempts.ts subjects": "required by the condition",
  "src/payments/queries/compared.ts dueAt": "set by the statement itself",
  "src/payments/queries/parts.ts capturedAt": "a succeeded movement has one",
  "src/sessions/queries.ts fingerprint": "stored with every Idempotency-Key, by which the row is found",
  "src/settings/queries.ts content": "a logo is stored completely or not at all, by a CHECK",
  "src/settings/queries.ts logoHeight": "read only if there is a logo",
  "src/settings/queries.ts logoType": "read only if there is a logo",
  "src/settings/queries.ts logoWidth": "read only if there is a logo",
  "src/settings/queries.ts mediaType": "a logo is stored completely or not at all, by a CHECK",
  "src/tenants/queries.ts endsAt": "the earlier of two times, one of which is set",
  "src/webhooks/delivery/queries.ts at": "required by the condition",
};

test("every SQL statement takes the values and returns the columns that TypeScript declares", async () => {
  const faults: string[] = [];
  for (const statement of found.statements.filter(({ place }) => !place.startsWith(ofCitus)))
    for (const fault of await faultsOf(statement)) faults.push(`${statement.place} ${fault}`);
  assert.deepEqual(faults, []);
});

test("nearly every statement's text can be determined from the source", () => {
  assert.deepEqual(
    found.unknown.map(({ place, why }) => `${place.replace(/:\d+$/, "")}: ${why}`),
    [
      // Tests execute each of these with all of its possible parts.
      "src/database/transaction.ts: text can be any string",
      'src/jobs/queries.ts: looks.join(" UNION ALL ") is assembled',
      "src/database/migrate.ts: text can be any string",
      'src/payments/read/list-payments.ts: found.join(" UNION ALL ") is assembled',
    ],
  );
  assert.ok(found.statements.length > 300, `${found.statements.length} statements were found`);
});

async function faultsOf(statement: StatementCall): Promise<string[]> {
  const faults: string[] = [];
  for (const text of statement.texts) {
    try {
      const described = await describeStatement(client, text);
      faults.push(...faultsOfValues(statement, described), ...faultsOfColumns(statement, described));
    } catch (error) {
      faults.push(`${String(error)}: ${text}`);
    }
  }
  return [...new Set(faults)];
}

function faultsOfValues({ values }: StatementCall, described: Description): string[] {
  if (!values) return [];
  if (values.length !== described.values.length)
    return [`${values.length} values are given for ${described.values.length}`];
  return values.flatMap(({ name, type }, index) => {
    const why = misfitOfValue(found.checker, type, described.values[index] ?? 0);
    return why === undefined ? [] : `${name}: ${why}`;
  });
}

function faultsOfColumns({ place, columns }: StatementCall, described: Description): string[] {
  if (!columns) return [];
  const claimed = new Set(columns.map(({ name }) => name));
  const unread = described.columns.filter(({ name }) => !claimed.has(name));
  return [
    ...columns.flatMap((claim) => faultOfColumn(place, claim, described) ?? []),
    ...unread.map(({ name }) => `no code reads "${name}"`),
  ];
}

function faultOfColumn(place: string, claim: Claim, described: Description): string | undefined {
  const column = described.columns.find(({ name }) => name === claim.name);
  if (!column) return claim.isOptional ? undefined : `no column "${claim.name}" is returned`;
  const why = misfit(found.checker, claim.type, column.type);
  if (why !== undefined) return `"${claim.name}": ${why}`;
  const source = nullable.get(`${column.tableID}.${column.columnID}`);
  const isCertain = `${place.replace(/:\d+$/, "")} ${claim.name}` in certain;
  if (source === undefined || isCertain || takesNull(claim.type)) return undefined;
  return `"${claim.name}": ${source} can be null`;
}
