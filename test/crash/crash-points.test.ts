import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { crashPoints } from "../../src/kernel/crash-point.ts";

// A process can die between any two awaits of a money path. This test reads the source to check that each of these
// places has a crash point, at which a kill-*.test.ts beside it dies, so that no new step is forgotten.

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The money paths, found by rule so that new files are included: every await outside a transaction in payments,
 * disputes, clocks, sessions and deliveries, the two other places where a request waits for a PSP, and the imports of settlements.
 */
const rooms = ["payments", "disputes", "clocks", "sessions", "webhooks/delivery"];
const elsewhere = [
  "src/checkout-page/submit-payment.ts",
  "src/http/answer-when-settled.ts",
  "src/settlements/import-account.ts",
  "src/settlements/import-next-reports.ts",
  "src/settlements/import-report.ts",
];
/** Queries run inside a transaction; routes await one operation and respond; lists and lookups change nothing. */
const reads = /(\/queries(\.ts|\/.*)|\/routes\.ts|\/(list|find)-[^/]+|\.test\.ts|test-support\.ts)$/;
/** Other files that move no money between two awaits, and why. */
const harmless: Readonly<Record<string, string>> = {
  "src/payments/declines/decline-limits.ts": "counts declines; a lost count allows one more attempt",
  "src/payments/declines/standings.ts": "waits for earlier submits of this process; writes nothing",
  "src/payments/routing/check-named-account.ts":
    "a claim whose session is lost only keeps the account from being deleted",
  "src/sessions/create-session.ts": "one commit of the lane; the rest looks up the row that it inserted",
  "src/webhooks/delivery/start-delivery-worker.ts": "leases, then attempt-delivery.ts, which is checked",
  "src/webhooks/delivery/in-flight-deliveries.ts": "waits for attempts in flight",
};

/**
 * Accounts and what names a charge are only looked up, in memory or by one SELECT, so a process that dies there dies before the next
 * step.
 */
const looksUp =
  /^(?:Promise\.all\(\w+\.map\(\(\w+\) => )?(?:(?:deps\.)?connectors\.(?:routesForNewCharges|allRoutes|routeForAccount)|readChargeRef|readFacts)\(/;

const moneyPaths = globSync(
  rooms.map((room) => `src/${room}/**/*.ts`),
  { cwd: root },
)
  .filter((file) => !reads.test(file) && !(file in harmless))
  .concat(elsewhere)
  .filter((file) => awaitsOutsideTransactions(parse(file)).length > 0)
  .sort();

test("finds the money paths", () => {
  assert.ok(moneyPaths.length >= 30, `only ${moneyPaths.join(", ")}`);
  for (const file of [...Object.keys(harmless), ...elsewhere])
    assert.ok(awaitsOutsideTransactions(parse(file)).length > 0, `${file} no longer needs to be listed here`);
});

for (const file of moneyPaths) {
  test(`each await of ${file} has a crash point beside it`, () => {
    const source = parse(file);
    const bare = awaitsOutsideTransactions(source).filter((node) => !isCovered(node));
    assert.deepEqual(
      bare.map((node) => describe(node, source)),
      [],
    );
  });
}

test("each crash point occurs in the code, and each one in the code is listed", () => {
  const used = new Set<string>();
  for (const file of globSync("src/**/*.ts", { cwd: root })) {
    const text = readFileSync(path.join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(/crashPoint\("([^"]+)"\)/g)) used.add(name);
  }
  assert.deepEqual([...used].sort(), [...crashPoints].sort());
});

test("some test dies at each crash point, by its name or its group's", () => {
  const tests = globSync("test/crash/*.test.ts", { cwd: root })
    .map((file) => readFileSync(path.join(root, file), "utf8"))
    .join("\n");
  const groupOf = (point: string): string => point.slice(0, point.indexOf(":"));
  const missing = crashPoints.filter(
    (point) => !tests.includes(`"${point}"`) && !tests.includes(`startsWith("${groupOf(point)}:")`),
  );
  assert.deepEqual(missing, []);
});

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
}

function isStep(node: ts.Node): node is ts.AwaitExpression {
  return ts.isAwaitExpression(node) && !looksUp.test(node.expression.getText());
}

/** All awaits except those of functions with a transaction: what is inside one happens completely or not at all. */
function awaitsOutsideTransactions(source: ts.SourceFile): ts.AwaitExpression[] {
  const found: ts.AwaitExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.parameters.some(({ name }) => name.getText() === "trx")) return;
    if (isStep(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * A crash point before or after the await's statement, without another await in between. At the end of a function, the
 * caller's await is the same place; and a function's only await is a step of its caller.
 */
function isCovered(node: ts.AwaitExpression): boolean {
  const statement = enclosing(node, isInBlock);
  const block = statement.parent;
  if (!ts.isBlock(block) || !ts.isStatement(statement)) return false;
  const place = block.statements.indexOf(statement);
  const [before, after] = [block.statements.slice(0, place).reverse(), block.statements.slice(place + 1)];
  if (untilNextAwait(before).some(isCrashPoint) || untilNextAwait(after).some(isCrashPoint)) return true;
  if (ts.isReturnStatement(statement)) return true;
  const owner = enclosing(block, ts.isFunctionLike);
  const endsFunction = block.parent === owner && place === block.statements.length - 1;
  return endsFunction || awaitsOf(owner) === 1;
}

function untilNextAwait(statements: readonly ts.Statement[]): readonly ts.Statement[] {
  const next = statements.findIndex((statement) => awaitsOf(statement) > 0);
  return next === -1 ? statements : statements.slice(0, next);
}

function isInBlock(node: ts.Node): boolean {
  return ts.isStatement(node) && ts.isBlock(node.parent);
}

function isCrashPoint(statement: ts.Statement): boolean {
  const inner = ts.isIfStatement(statement) ? statement.thenStatement : statement;
  return ts.isExpressionStatement(inner) && /^crashPoint\(/.test(inner.getText());
}

function awaitsOf(owner: ts.Node): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (node !== owner && ts.isFunctionLike(node)) return;
    if (isStep(node)) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(owner);
  return count;
}

function enclosing(node: ts.Node, matches: (node: ts.Node) => boolean): ts.Node {
  let current = node;
  while (!matches(current)) current = current.parent;
  return current;
}

function describe(node: ts.Node, source: ts.SourceFile): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `line ${line + 1}: ${node.getText()}`;
}
