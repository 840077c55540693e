import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { crashPoints } from "../../src/kernel/crash-point.ts";

// Between any two awaits of a money path a process can die. That each of these places has a crash point, which
// the kill-*.test.ts beside it then die at, is read from the source, so that a new step can't be forgotten.

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The money paths, found by rule so that a new file is held to it by itself: whatever the rooms of payments, disputes,
 * clocks, sessions and deliveries await outside a transaction, and the two places elsewhere where a request waits for a PSP.
 */
const rooms = ["payments", "disputes", "clocks", "sessions", "webhooks/delivery"];
const elsewhere = ["src/checkout-page/submit-payment.ts", "src/http/answer-when-settled.ts"];
/** SQL gets its transaction; routes await one operation and answer; lists and look-ups change nothing. */
const reads = /(\/queries(\.ts|\/.*)|\/routes\.ts|\/(list|find)-[^/]+|\.test\.ts|test-support\.ts)$/;
/** What else moves no money between two awaits, and why. */
const harmless: Readonly<Record<string, string>> = {
  "src/payments/declines/decline-limits.ts":
    "counts declines; a count that is lost lets one more try through",
  "src/sessions/create-session.ts": "one commit of the lane; what follows looks for the row that it made",
  "src/webhooks/delivery/start-delivery-worker.ts": "leases, then attempt-delivery.ts, which is held to it",
  "src/webhooks/delivery/in-flight-deliveries.ts": "waits for attempts that are under way",
};

const moneyPaths = globSync(
  rooms.map((room) => `src/${room}/**/*.ts`),
  { cwd: root },
)
  .filter((file) => !reads.test(file) && !(file in harmless))
  .concat(elsewhere)
  .filter((file) => awaitsOutsideTransactions(parse(file)).length > 0)
  .sort();

test("the money paths are found", () => {
  assert.ok(moneyPaths.length >= 30, `only ${moneyPaths.join(", ")}`);
  for (const file of [...Object.keys(harmless), ...elsewhere])
    assert.ok(awaitsOutsideTransactions(parse(file)).length > 0, `${file} needs no mention here any more`);
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

test("each crash point stands in the code, and each one in the code is known", () => {
  const used = new Set<string>();
  for (const file of globSync("src/**/*.ts", { cwd: root })) {
    const text = readFileSync(path.join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(/crashPoint\("([^"]+)"\)/g)) used.add(name);
  }
  assert.deepEqual([...used].sort(), [...crashPoints].sort());
});

test("each crash point is died at by some test, by its name or by that of its group", () => {
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

/** All awaits but those of functions that get a transaction: what is inside one happens wholly or not at all. */
function awaitsOutsideTransactions(source: ts.SourceFile): ts.AwaitExpression[] {
  const found: ts.AwaitExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.parameters.some(({ name }) => name.getText() === "trx")) return;
    if (ts.isAwaitExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * A crash point stands before or after the await's statement, with no other await in between. Where nothing of the function follows it, the
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
    if (ts.isAwaitExpression(node)) count += 1;
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
