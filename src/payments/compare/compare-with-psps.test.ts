import assert from "node:assert/strict";
import { test } from "node:test";
import { sandboxRoute, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { makeComparison } from "./compare-with-psps.ts";

const rig = usePaymentTestbed();

/** How long the start of a process waits for the first comparison; at most a minute. */
async function waitForFirst(comparison: ReturnType<typeof makeComparison>): Promise<number> {
  const startedMs = performance.now();
  await comparison.begun(60_000);
  return performance.now() - startedMs;
}

test("a starting process waits no longer than the first comparison takes, even if it fails", async () => {
  const comparison = makeComparison(rig.deps);
  await comparison.round();
  assert.ok((await waitForFirst(comparison)) < 30_000);
  const inControl = () => Promise.reject(new Error("the database is gone"));
  const database = Object.assign(Object.create(rig.deps.database), { inControl });
  const failing = makeComparison({ ...rig.deps, database });
  await assert.rejects(failing.round(), /the database is gone/);
  assert.ok((await waitForFirst(failing)) < 30_000);
});

test("an account that can't be compared is logged with the error, and doesn't end the round", async () => {
  const connectors = wrapConnector(rig.deps.connectors, () => ({
    listCharges: () => Promise.reject(new Error("a bug in the connector")),
  }));
  const loggedBefore = rig.logged.length;
  assert.equal(await makeComparison({ ...rig.deps, connectors }).round(), false);
  const [line, ...others] = rig.logged
    .slice(loggedBefore)
    .map((text) => JSON.parse(text))
    .filter(({ msg }) => msg === "an account could not be compared");
  assert.deepEqual(others, []);
  const account = (await sandboxRoute(rig.deps.connectors, rig.scope)).account.id;
  assert.deepEqual([line?.account, line?.err.message], [account, "a bug in the connector"]);
});
