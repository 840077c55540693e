import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { byCardOnPspPage, payOnHostedPage, submitHostedPage } from "../../../test/support/hosted-page.ts";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import type { HostedOutcome } from "../../connectors/contract.ts";
import { type ConnectorRegistry, createConnectorRegistry } from "../../connectors/registry.ts";
import { sandboxAccount } from "../../connectors/sandbox/accounts.ts";
import { sandboxPspSecret } from "../../connectors/sandbox/psp-secret.ts";
import { makeComparison } from "../compare/compare-with-psps.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Attempt } from "../payment.ts";
import { describePayment } from "../read/describe-payment.ts";
import { findPayment } from "../read/find-payment.ts";
import { CircuitBreakers } from "../routing/circuit-breakers.ts";
import { attemptsPerSession } from "../state.ts";
import { beginPayment } from "./begin-payment.ts";
import { reconcileDueAttempts, reconcileNow } from "./reconcile.ts";

// The customer pays on the page of another account if the preferred account's PSP makes none.
const rig = usePaymentTestbed({}, async () => {
  twoAccounts = createConnectorRegistry({
    sandbox: { baseUrl: rig.psp.url, secretKey: sandboxPspSecret(rig.keyring) },
    sandboxAccountNumbers: [1, 2],
    sandboxPage: "hosted",
  });
  first = sandboxAccount(rig.scope.tenantId, 1).id;
  second = sandboxAccount(rig.scope.tenantId, 2).id;
});
let twoAccounts: ConnectorRegistry;
let first: string;
let second: string;
afterEach(async () => {
  rig.clearFaults();
  await rig.assertInvariants();
});

type Begin = () => Promise<HostedOutcome>;

/** A process of its own, where a begin at account 1 comes to this. `make` makes the page. */
function withFirst(begin: (make: Begin) => Promise<HostedOutcome>, nowMs?: () => number): PaymentDeps {
  const connectors = wrapConnector(twoAccounts, ({ hosted }) => ({
    hosted: {
      ...hosted,
      begin: (request, call) => {
        const make = () => hosted.begin(request, call);
        return request.account.id === first ? begin(make) : make();
      },
    },
  }));
  return { ...rig.deps, connectors, circuits: new CircuitBreakers(nowMs) };
}

const refused = { kind: "refused", reason: "processing_error" } as const;
const unanswered = { kind: "unknown", detail: "no response in time" } as const;
const intact = () => withFirst((make) => make());

const submit = (deps: PaymentDeps, session: string) =>
  beginPayment(deps, rig.scope, session, byCardOnPspPage);

/** Submits the form once. Returns the session's attempts. */
async function begin(deps: PaymentDeps, session: string): Promise<Attempt[]> {
  const submitted = await submit(deps, session);
  const attempts = await rig.attemptsOf(session);
  assert.deepEqual(submitted, { kind: "asked", attemptId: attempts.at(-1)?.id });
  return attempts;
}

/** An attempt in one line: its account, its status, and the accounts that were passed over. */
function lineOf({ connectorAccount, status, declineReason, passedOver }: Attempt): string {
  const name = (id: string) => (id === first ? "account 1" : id === second ? "account 2" : id);
  const over = passedOver.map((each) => `after ${name(each.connectorAccount)} ${each.reason}`);
  return [name(connectorAccount), status, ...(declineReason === null ? [] : [declineReason]), ...over].join(
    ", ",
  );
}

/** What the simulated PSP has of a session: the account of each charge, and its log. */
const atPsp = async (session: string) => {
  const rows = await rig.db.sql<{ line: string }>(
    `SELECT concat_ws(' ', c.account, c.status, l.kind) AS line FROM sandbox_psp.charges c
     LEFT JOIN sandbox_psp.charge_log l ON l.charge = c.id WHERE c.merchant_reference = $1 ORDER BY c.created_at`,
    [session],
  );
  return rows.map(({ line }) => line);
};
const nameAtPsp = (number: number) => sandboxAccount(rig.scope.tenantId, number).settings.account;

for (const [name, outcome] of [
  ["refused", refused],
  ["unanswered", unanswered],
] as const) {
  test(`a begin that is ${name} is followed by one at the next account, in the same submit`, async () => {
    const session = await rig.makeSession();
    const deps = withFirst(async () => outcome);
    const attempts = await begin(deps, session);
    assert.deepEqual(attempts.map(lineOf), [
      "account 1, declined, processing_error",
      "account 2, action_required, after account 1 begin_failed",
    ]);
    const [, shown] = attempts;
    assert.ok(shown?.redirectUrl, "the customer is sent to the second page");
    assert.deepEqual(await rig.eventsOf(session), ["payment.attempt_failed"]);
    assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
    assert.deepEqual(await payOnHostedPage(shown), [303, `http://localhost:8080/pay/${session}/return`]);
    await reconcileNow(deps, rig.scope, shown);
    assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
    assert.equal((await rig.attemptsOf(session))[1]?.status, "approved");
  });
}

test("a begin that was answered with a page is never followed by another one", async () => {
  const session = await rig.makeSession();
  const deps = intact();
  const [only, ...others] = await begin(deps, session);
  assert.ok(only);
  assert.deepEqual([lineOf(only), others], ["account 1, action_required", []]);
  // What the customer's bank declines there, and what the customer gives up, isn't tried elsewhere either.
  await submitHostedPage(only, { choice: "cancel" });
  await reconcileNow(deps, rig.scope, only);
  assert.deepEqual((await rig.attemptsOf(session)).map(lineOf), ["account 1, declined, abandoned"]);
  assert.deepEqual(await atPsp(session), [`${nameAtPsp(1)} declined`]);
});

test("the API shows the account of each attempt, and those that were passed over", async () => {
  const session = await rig.makeSession();
  await begin(
    withFirst(async () => refused),
    session,
  );
  const shown = await rig.deps.database.inTenant(rig.scope, async (trx) => {
    const found = await findPayment(trx, session);
    return found && describePayment(trx, found.payment);
  });
  assert.deepEqual(
    shown?.attempts.map(({ connector, connectorAccount, passedOver }) => ({
      ...{ connector, connectorAccount, passedOver },
    })),
    [
      { connector: "sandbox", connectorAccount: first, passedOver: [] },
      {
        connector: "sandbox",
        connectorAccount: second,
        passedOver: [{ connectorAccount: first, reason: "begin_failed" }],
      },
    ],
  );
});

for (const [name, atFirst] of [
  ["a page", (make: Begin) => make()],
  ["no page", async () => refused],
] as const) {
  test(`the outcome of a submit is known once, after the last begin, if the first account makes ${name}`, async () => {
    const session = await rig.makeSession();
    const known: number[] = [];
    const outcomeKnown = () => void known.push(begins);
    let begins = 0;
    const deps = withFirst(atFirst);
    const connectors = wrapConnector(deps.connectors, ({ hosted }) => ({
      hosted: {
        ...hosted,
        begin: (request, call) => {
          begins += 1;
          return hosted.begin(request, call);
        },
      },
    }));
    const declines = { digests: [], outcomeKnown };
    await beginPayment({ ...deps, connectors }, rig.scope, session, byCardOnPspPage, {}, declines);
    assert.deepEqual(known, [name === "a page" ? 1 : 2]);
  });
}

test("a bug in the connector leaves the outcome unknown, and no other account is tried", async () => {
  const session = await rig.makeSession();
  const attempts = await begin(
    withFirst(() => Promise.reject(new Error("a bug"))),
    session,
  );
  assert.deepEqual(attempts.map(lineOf), ["account 1, unknown"]);
  await rig.db.sql("UPDATE attempts SET next_check_at = now(), started_at = seconds_after(started_at, -60)");
  await reconcileDueAttempts(intact());
});

test("card details of Kassa's own page are never sent to another account", async () => {
  const connectors = createConnectorRegistry({
    sandbox: { baseUrl: rig.psp.url, secretKey: sandboxPspSecret(rig.keyring) },
    sandboxAccountNumbers: [1, 2],
  });
  const deps = { ...rig.deps, connectors, circuits: new CircuitBreakers() };
  const declined = await rig.makeSession();
  await beginPayment(deps, rig.scope, declined, cardOf("declined"));
  assert.deepEqual((await rig.attemptsOf(declined)).map(lineOf), ["account 1, declined, generic_decline"]);
  const lost = await rig.makeSession();
  rig.injectFault("POST", "timeout_before_charge");
  await beginPayment(deps, rig.scope, lost, cardOf("approved"));
  assert.deepEqual((await rig.attemptsOf(lost)).map(lineOf), ["account 1, unknown"]);
  rig.clearFaults();
  await rig.makeChecksDue(60_000);
  await reconcileDueAttempts(deps);
  assert.equal(await rig.summaryOf(lost), "open, unpaid, charged 0 times");
});

test("a page whose answer was lost charges nothing; the customer pays at the other account, once", async () => {
  const session = await rig.makeSession();
  const deps = withFirst(async (make) => {
    assert.equal((await make()).kind, "created");
    return unanswered;
  });
  const [, shown] = await begin(deps, session);
  assert.ok(shown);
  await payOnHostedPage(shown);
  await reconcileNow(deps, rig.scope, shown);
  const orphan = `${nameAtPsp(1)} action_required`;
  assert.deepEqual(await atPsp(session), [orphan, `${nameAtPsp(2)} approved authorize`]);
  // Neither the checks nor a comparison with account 1 make anything of the page that nobody has seen.
  await rig.makeChecksDue(60_000);
  await reconcileDueAttempts(deps);
  await makeComparison(deps).round();
  assert.deepEqual(await atPsp(session), [orphan, `${nameAtPsp(2)} approved authorize`]);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  assert.deepEqual(
    (await rig.attemptsOf(session)).map(({ status }) => status),
    ["declined", "approved"],
  );
});

test("after three begins without an answer, the account comes last for 30 seconds", async () => {
  let nowMs = 0;
  let begins = 0;
  let answers = false;
  const deps = withFirst(
    async (make) => {
      begins += 1;
      return answers ? make() : unanswered;
    },
    () => nowMs,
  );
  const newCustomer = async () => (await begin(deps, await rig.makeSession())).map(lineOf);
  const failedOver = [
    "account 1, declined, processing_error",
    "account 2, action_required, after account 1 begin_failed",
  ];
  for (let count = 0; count < 3; count += 1) assert.deepEqual(await newCustomer(), failedOver);
  const opened = rig.logged.filter((line) => line.includes("the PSP doesn't answer") && line.includes(first));
  assert.equal(opened.length, 1);
  assert.deepEqual(await newCustomer(), ["account 2, action_required, after account 1 circuit_open"]);
  nowMs = 29_999;
  assert.deepEqual(await newCustomer(), ["account 2, action_required, after account 1 circuit_open"]);
  assert.equal(begins, 3);
  nowMs = 30_000;
  answers = true;
  assert.deepEqual(await newCustomer(), ["account 1, action_required"]);
});

test("an account whose circuit is open is still used if no other one makes a page", async () => {
  const deps = withFirst((make) => make());
  for (let count = 0; count < 3; count += 1) deps.circuits.note(first, false);
  const connectors = wrapConnector(deps.connectors, ({ hosted }) => ({
    hosted: {
      ...hosted,
      begin: async (request, call) =>
        request.account.id === second ? unanswered : hosted.begin(request, call),
    },
  }));
  const attempts = await begin({ ...deps, connectors }, await rig.makeSession());
  assert.deepEqual(attempts.map(lineOf), [
    "account 2, declined, processing_error, after account 1 circuit_open",
    "account 1, action_required",
  ]);
});

test("each account is tried once in a submit, and each begin counts as one of the session's attempts", async () => {
  const session = await rig.makeSession();
  rig.injectFault("POST", "status_500_before_charge");
  const deps = intact();
  for (let submits = 1; submits <= attemptsPerSession / 2; submits += 1)
    assert.equal((await begin(deps, session)).length, submits * 2);
  assert.deepEqual(await submit(deps, session), { kind: "too_many_attempts" });
  assert.equal((await rig.attemptsOf(session)).length, attemptsPerSession);
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
});

test("the session's last attempt isn't followed by another account", async () => {
  const session = await rig.makeSession();
  // One attempt that isn't followed by another, so that the last one fails at account 1.
  const [waiting] = await begin(intact(), session);
  assert.ok(waiting);
  await submitHostedPage(waiting, { choice: "cancel" });
  await reconcileNow(intact(), rig.scope, waiting);
  const deps = withFirst(async () => refused);
  rig.injectFault("POST", "status_500_before_charge");
  while ((await rig.attemptsOf(session)).length < attemptsPerSession) await begin(deps, session);
  assert.equal((await rig.attemptsOf(session)).length, attemptsPerSession);
  const last = (await rig.attemptsOf(session)).at(-1);
  assert.ok(last);
  assert.equal(lineOf(last), "account 1, declined, processing_error");
  assert.ok((await rig.eventsOf(session)).includes("payment.failed"));
});

test("a submit that ends meanwhile isn't followed by another account", async () => {
  const session = await rig.makeSession();
  const deps = withFirst(async () => {
    await rig.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session]);
    return refused;
  });
  const attempts = await begin(deps, session);
  assert.deepEqual(attempts.map(lineOf), ["account 1, declined, processing_error"]);
});
