import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { declineReasons, movementRefusals } from "../reasons.ts";
import {
  contradictions,
  declineReasonOfIssue,
  declineReasonOfResponse,
  finishIssues,
  isWayBack,
  processorCodes,
} from "./declines.ts";
import { movementIssues, movementRefusal, uncertainIssues } from "./refusals.ts";

type Node = Readonly<Record<string, unknown>>;

/** The issues that a part of a specification lists, with the schemas that it refers to. */
function issuesIn(node: unknown, schemas: Node, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== "object" || node === null) return found;
  const { $ref, properties } = node as { $ref?: string; properties?: { issue?: { enum?: string[] } } };
  if ($ref !== undefined) issuesIn(schemas[$ref.split("/").at(-1) ?? ""], schemas, found);
  for (const issue of properties?.issue?.enum ?? []) found.add(issue);
  for (const value of Object.values(node)) issuesIn(value, schemas, found);
  return found;
}

async function specification(name: string) {
  const file = new URL(`../../../test/psp-specs/paypal-${name}.json`, import.meta.url);
  const { paths, components } = JSON.parse(await readFile(file, "utf8")) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Node }>>>>;
    readonly components: { readonly schemas: Node };
  };
  const { schemas } = components;
  const issues = (path: string, ...statuses: readonly string[]) =>
    statuses.flatMap((status) => [...issuesIn(paths[path]?.post?.responses[status], schemas)]);
  return { schemas, issues };
}

const codesIn = (groups: Readonly<Record<string, string>>) =>
  Object.values(groups).flatMap((listed) => listed.split(" "));
const sorted = (codes: Iterable<string>) => [...new Set(codes)].toSorted();

test("each processor response code of PayPal's specification has one reason, and no other code has any", async () => {
  const { schemas } = await specification("orders-v2");
  const { properties } = schemas.processor_response as { properties: { response_code: { enum: string[] } } };
  const codes = codesIn(processorCodes);
  assert.deepEqual(codes.toSorted(), sorted(properties.response_code.enum));
  for (const code of codes) assert.ok(declineReasons.includes(declineReasonOfResponse(code)), code);
});

test("each issue for which PayPal refuses to capture or authorize an order has one reason, or isn't final", async () => {
  const { issues } = await specification("orders-v2");
  const listed = ["capture", "authorize"].flatMap((verb) =>
    issues(`/v2/checkout/orders/{id}/${verb}`, "422"),
  );
  const known = [...codesIn(finishIssues), ...contradictions];
  assert.equal(new Set(known).size, known.length, "no issue is in two groups");
  assert.deepEqual(
    sorted(listed).filter((issue) => !known.includes(issue)),
    [],
  );
  assert.deepEqual(
    known.filter((issue) => !listed.includes(issue)),
    [],
  );
  for (const issue of codesIn(finishIssues)) assert.ok(declineReasonOfIssue(issue) !== null, issue);
  for (const issue of contradictions) assert.equal(declineReasonOfIssue(issue), null, issue);
  assert.ok(isWayBack("INSTRUMENT_DECLINED") && !isWayBack("TRANSACTION_REFUSED"));
});

test("each issue for which PayPal refuses a capture, void or refund has one reason, or isn't final", async () => {
  const { issues } = await specification("payments-v2");
  const listed = [
    ...issues("/v2/payments/authorizations/{authorization_id}/capture", "400", "422"),
    ...issues("/v2/payments/authorizations/{authorization_id}/void", "409", "422"),
    ...issues("/v2/payments/captures/{capture_id}/refund", "400", "409", "422"),
  ];
  const known = [...codesIn(movementIssues), ...uncertainIssues];
  assert.equal(new Set(known).size, known.length, "no issue is in two groups");
  assert.deepEqual(known.toSorted(), sorted(listed));
  for (const issue of codesIn(movementIssues)) {
    const outcome = movementRefusal({ status: 422, issue, field: null, links: [] });
    assert.ok(outcome.kind === "refused" && movementRefusals.includes(outcome.reason), issue);
  }
});

test("a refusal that doesn't say that nothing was done is unknown", () => {
  const refused = (status: number, issue: string) =>
    movementRefusal({ status, issue, field: null, links: [] }).kind;
  assert.deepEqual(
    [
      refused(422, "DUPLICATE_INVOICE_ID"),
      refused(403, "PERMISSION_DENIED"),
      refused(404, "INVALID_RESOURCE_ID"),
    ],
    ["unknown", "unknown", "unknown"],
  );
  assert.equal(refused(422, "A_NEW_ISSUE"), "refused");
});

test("codes that PayPal adds, and none, are generic", () => {
  for (const code of [undefined, "", "ZZZZ", "constructor"])
    assert.equal(declineReasonOfResponse(code), "generic_decline");
  assert.equal(declineReasonOfIssue("A_NEW_ISSUE"), "generic_decline");
});
