import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, usePaymentTestbed } from "../../test/support/payments.ts";
import { beginPayment } from "../payments/attempts/begin-payment.ts";
import { BegunSessions } from "./begun-sessions.ts";

const rig = usePaymentTestbed({ apps: 1 });

async function pageOf(session: string): Promise<string> {
  const answer = await fetch(`${rig.apps[0]?.url}/pay/${session}`);
  return answer.text();
}

test("a page shows what came of a payment that another process began, from the first time on", async () => {
  const session = await rig.makeSession();
  assert.doesNotMatch(await pageOf(session), /id="declined"/);
  // Not through the app, as another process would.
  await beginPayment(rig.deps, rig.scope, session, cardOf("declined"));
  assert.match(await pageOf(session), /id="declined"/);
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  for (const _visit of [1, 2]) assert.match(await pageOf(session), /<h1>Payment complete</);
});

test("at most 10,000 sessions are remembered, the oldest are forgotten", () => {
  const begun = new BegunSessions();
  for (let number = 0; number <= 10_000; number += 1) begun.note(`cs_${number}`);
  assert.deepEqual(
    ["cs_0", "cs_1", "cs_10000"].map((id) => begun.has(id)),
    [false, true, true],
  );
});
