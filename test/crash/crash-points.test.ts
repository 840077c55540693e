import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { crashPoints } from "../../src/kernel/crash-point.ts";

// Between any two awaits of a money path a process can die. That each of these places has a crash point, which
// kill-at-each-step.test.ts then dies at, is read from the source, so that a new step can't be forgotten.

const root = path.resolve(import.meta.dirname, "../..");

/** What runs between a consumer's submit and the redirect, and what resumes it. */
const moneyPaths = [
  "src/checkout-page/submit-payment.ts",
  "src/http/answer-when-settled.ts",
  "src/payments/begin-payment.ts",
  "src/payments/apply-outcome.ts",
  "src/payments/call-off-attempt.ts",
  "src/payments/capture-payment.ts",
  "src/payments/void-payment.ts",
  "src/payments/refund-payment.ts",
  "src/payments/late-money.ts",
  "src/payments/lapse-authorizations.ts",
  "src/payments/movements/begin-movement.ts",
  "src/payments/movements/move-money.ts",
  "src/payments/movements/ask-psp.ts",
  "src/payments/movements/apply-movement.ts",
  "src/payments/movements/reconcile-movements.ts",
  "src/payments/compare/compare-with-psps.ts",
  "src/payments/compare/compare-account.ts",
  "src/payments/compare/learn-charge.ts",
  "src/payments/compare/learn-movement.ts",
  "src/payments/compare/quarantine.ts",
  "src/payments/reconcile.ts",
  "src/payments/receive-notification.ts",
  "src/disputes/respond.ts",
  "src/disputes/begin-action.ts",
  "src/disputes/act.ts",
  "src/disputes/ask.ts",
  "src/disputes/apply-facts.ts",
  "src/disputes/drop-action.ts",
  "src/disputes/look-into-reports.ts",
  "src/disputes/reconcile-disputes.ts",
  "src/sessions/expire-session.ts",
  "src/webhooks/delivery/attempt-delivery.ts",
  "src/webhooks/delivery/on-clock.ts",
  "src/payments/on-clock.ts",
  "src/disputes/on-clock.ts",
  "src/clocks/advance-clock.ts",
  "src/clocks/due.ts",
  "src/clocks/psp.ts",
  "src/clocks/resume-advances.ts",
];

for (const file of moneyPaths) {
  test(`each await of ${file} has a crash point beside it`, () => {
    const text = readFileSync(path.join(root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
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
