import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { misfit, misfitOfValue, takesNull } from "./compare-types.ts";
import { type Description, describeStatement } from "./describe-statement.ts";
import { type Claim, type Found, findStatements, type StatementCall } from "./find-statements.ts";

// TypeScript can't check the row type that a query claims. PostgreSQL can: it parses each statement of the sources against the migrated
// schema and describes its parameters and columns. See docs/decisions/0038-sql-held-against-types.md.

let db: TestDatabase;
let client: Client;
let found: Found;
/** Names of nullable columns, by OID of the table and number of the column. */
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

/** Columns that can be null in their table but not in a statement's rows, by file and name. */
const certain: Readonly<Record<string, string>> = {
  "src/clocks/queries.ts target": "a clock that advances has one, by a CHECK",
  "src/http/queries.ts resourceId":
    "every intent has one, and other answers are asked for by other operations",
  "src/http/queries.ts sealed":
    "answers that are known at once are stored with their row, others are asked for as intents",
  "src/ledger/export/export-entries.ts position": "the condition compares it",
  "src/page-safety/queries.ts checkedAt": "the condition says so",
  "src/page-safety/queries.ts result": "written with checked_at",
  "src/payments/queries/attempts.ts subjects": "the condition says so",
  "src/payments/queries/compared.ts dueAt": "the statement has set it",
  "src/payments/queries/parts.ts capturedAt": "what has succeeded was decided",
  "src/sessions/queries/sessions.ts fingerprint":
    "stored with every Idempotency-Key, by which the row is found",
  "src/settings/queries.ts content": "all of a logo or nothing, by a CHECK",
  "src/settings/queries.ts logoHeight": "looked at only where there is a logo",
  "src/settings/queries.ts logoType": "looked at only where there is a logo",
  "src/settings/queries.ts logoWidth": "looked at only where there is a logo",
  "src/settings/queries.ts mediaType": "all of a logo or nothing, by a CHECK",
  "src/tenants/queries.ts endsAt": "the earlier of two times of which one is there",
  "src/webhooks/delivery/queries.ts at": "the condition compares it",
};

test("the parameters and columns of every statement have the types that TypeScript gives them", async () => {
  const faults: string[] = [];
  for (const statement of found.statements.filter(({ place }) => !place.startsWith(ofCitus)))
    for (const fault of await faultsOf(statement)) faults.push(`${statement.place} ${fault}`);
  assert.deepEqual(faults, []);
});

test("the texts of nearly all statements are known from the sources", () => {
  assert.deepEqual(
    found.unknown.map(({ place, why }) => `${place.replace(/:\d+$/, "")}: ${why}`),
    [
      // Other tests execute each of these with everything that it can be built of.
      "src/database/transaction.ts: text can be any string",
      'src/jobs/queries.ts: looks.join(" UNION ALL ") is built at run time',
      'src/payments/read/list-payments.ts: found.join(" UNION ALL ") is built at run time',
      "src/database/migrate.ts: text can be any string",
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
    return [`${values.length} values are given for ${described.values.length} parameters`];
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
    ...unread.map(({ name }) => `column "${name}" is not read`),
  ];
}

function faultOfColumn(place: string, claim: Claim, described: Description): string | undefined {
  const column = described.columns.find(({ name }) => name === claim.name);
  if (!column) return claim.isOptional ? undefined : `column "${claim.name}" is missing`;
  const why = misfit(found.checker, claim.type, column.type);
  if (why !== undefined) return `"${claim.name}": ${why}`;
  const source = nullable.get(`${column.tableID}.${column.columnID}`);
  const isCertain = `${place.replace(/:\d+$/, "")} ${claim.name}` in certain;
  if (source === undefined || isCertain || takesNull(claim.type)) return undefined;
  return `"${claim.name}": ${source} can be null`;
}
