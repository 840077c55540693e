import assert from "node:assert/strict";
import type { ConnectorAccount } from "../../src/connectors/connector-account.ts";
import type {
  AuthorizeOutcome,
  ChargeRef,
  Connector,
  FindChargeOutcome,
  FindMovementOutcome,
  HostedRequest,
  MovementOutcome,
  ReferencedCharge,
} from "../../src/connectors/contract.ts";
import { present } from "../../src/kernel/assert.ts";
import { makeId } from "../../src/kernel/id.ts";
import type { DeliveredFacts } from "./delivered-facts.ts";

/** A connector, and the fake or simulated PSP that it calls over HTTP. */
export type ConformanceRig = {
  readonly connector: Connector;
  readonly account: ConnectorAccount;
  readonly fake: FakeHooks;
  /** What Kassa has stored of the PSP's notifications, if those are the connector's proof. */
  readonly facts?: DeliveredFacts;
  close(): Promise<void>;
};

/** A hosted page, by the PSP's reference of it and its address. */
export type Page = { readonly reference: string; readonly url: string };

export type FakeHooks = {
  /**
   * A customer pays on the page, by card if it takes cards. If capture is manual, the amount is only authorized; if the connector has
   * `finish`, it is only approved.
   */
  pay(page: Page): Promise<void>;
  /** A customer tries to pay with a card that is or will be declined. Whether the page stays open depends on the PSP. */
  decline(page: Page): Promise<void>;
  /** The page's time passes. */
  expire(page: Page): Promise<void>;
  /** The answer to the next call of a kind gets lost, before or after the PSP has done everything. */
  loseNextAnswer(when: "before" | "after", kind: CallKind): void;
  /** The same for `finish`, of connectors that have it. */
  loseNextFinish?(when: "before" | "after"): void;
  /** The next request is answered with an error of the PSP's server. It does nothing. */
  failNextRequest(): void;
  /** As much time passes as the PSP needs for captures, releases and refunds. */
  settle(): Promise<void>;
  /** What was really moved for a charge, by the fake's own log. */
  movedFor(charge: ChargeRef): Promise<Moved>;
};

/** The call that makes a page or moves money, if a connector makes several for an operation. */
export type CallKind = "begin" | Movement["kind"];

/** Sums in minor units. */
export type Moved = {
  readonly authorized: number;
  readonly captured: number;
  readonly released: number;
  readonly refunded: number;
};

export const nothingMoved: Moved = { authorized: 0, captured: 0, released: 0, refunded: 0 };

export const call = { timeoutMs: 5_000 };

/** What the tests do again and again with a rig. */
export class Actions {
  readonly rig: ConformanceRig;
  /** Every outcome of the connector. */
  readonly outcomes: unknown[] = [];
  #made = 0;

  constructor(rig: ConformanceRig) {
    this.rig = rig;
  }

  get hosted() {
    return present(this.rig.connector.hosted, "a hosted page");
  }

  get mode() {
    return this.rig.account.mode;
  }

  get capabilities() {
    return this.rig.connector.capabilities(this.rig.account.settings);
  }

  /** Card, or the connector's only method. */
  get method() {
    const { methods } = this.hosted;
    return methods.includes("card") ? "card" : present(methods[0], "a method of the hosted page");
  }

  /** 25.99 EUR by default, for an attempt of its own. */
  request(changes: Partial<HostedRequest> = {}): HostedRequest {
    const { account } = this.rig;
    const { method } = this;
    return {
      account,
      idempotencyKey: makeId("att", account.mode, account.tenantId, Date.now()),
      session: makeId("cs", account.mode, account.tenantId, Date.now()),
      ...{ amount: 2599, currency: "EUR", capture: "automatic", method },
      ...{
        clock: null,
        locale: "de-AT",
        description: "A blue teapot",
        statementDescriptor: null,
        customerEmail: null,
        lineItems: [],
      },
      sessionExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      returnUrl: "https://pay.example/pay/cs_1/return",
      ...changes,
    };
  }

  newKey(prefix: "cap" | "vd" | "re"): string {
    return makeId(prefix, this.mode, this.rig.account.tenantId, Date.now());
  }

  /** Amounts that no other movement has: a PSP may take equal refunds within an hour for one. */
  newAmount(): number {
    this.#made += 1;
    return 100 + this.#made;
  }

  async begin(request: HostedRequest) {
    return this.#keep(await this.hosted.begin(request, call));
  }

  /** A page that waits for its customer, and the charge as Kassa then knows it. */
  async open(changes: Partial<HostedRequest> = {}): Promise<{ page: Page; charge: ChargeRef }> {
    const request = this.request(changes);
    const begun = await this.begin(request);
    assert.equal(begun.kind, "created", JSON.stringify(begun));
    const { hostedReference, pspReference, url, expiresAt } = begun;
    return {
      page: { reference: hostedReference, url },
      charge: { ...unreferenced(request), hostedReference, pspReference, page: { url, expiresAt } },
    };
  }

  /** A charge that its customer has paid or authorized. */
  async paid(changes: Partial<HostedRequest> = {}): Promise<ReferencedCharge> {
    const { page, charge } = await this.open(changes);
    await this.rig.fake.pay(page);
    await this.finishIfAwaited(charge);
    const { outcome } = await this.found(charge);
    assert.equal(outcome.kind, "approved", JSON.stringify(outcome));
    return { ...charge, pspReference: outcome.pspReference };
  }

  /** As Kassa does after the customer's return, at PSPs that charge only then. */
  async finishIfAwaited(charge: ChargeRef): Promise<AuthorizeOutcome | undefined> {
    if (!this.hosted.finish || (await this.find(charge)).kind !== "awaits_finish") return undefined;
    return this.finish(charge);
  }

  async finish(charge: ChargeRef): Promise<AuthorizeOutcome> {
    return this.#keep(present(await this.hosted.finish?.(charge, call), "the outcome of finish"));
  }

  authorized = (changes: Partial<HostedRequest> = {}): Promise<ReferencedCharge> =>
    this.paid({ ...changes, capture: "manual" });

  async find(charge: ChargeRef): Promise<FindChargeOutcome> {
    return this.#keep(await this.rig.connector.findCharge(this.#asStored(charge), call));
  }

  async found(charge: ChargeRef): Promise<Extract<FindChargeOutcome, { kind: "found" }>> {
    const found = await this.find(charge);
    assert.equal(found.kind, "found", JSON.stringify(found));
    return found;
  }

  async move(movement: Movement): Promise<MovementOutcome> {
    const { connector } = this.rig;
    const { kind, key: idempotencyKey, amount = 0, final = true } = movement;
    const charge = this.#asStored(movement.charge);
    const { currency } = charge;
    const base = { charge, idempotencyKey, reference: idempotencyKey };
    if (kind === "void") return this.#keep(await connector.void(base, call));
    const request = { ...base, amount, currency };
    const done =
      kind === "capture" ? connector.capture({ ...request, final }, call) : connector.refund(request, call);
    return this.#keep(await done);
  }

  async findMovement({ kind, charge, key, amount, final = true }: Movement): Promise<FindMovementOutcome> {
    const what = kind === "void" ? { kind, amount: null } : { kind, amount: amount ?? 0 };
    const stored = this.#asStored(charge);
    const request = {
      charge: stored,
      idempotencyKey: key,
      ...what,
      ...(kind === "capture" ? { final } : {}),
    };
    return this.#keep(await this.rig.connector.findMovement(request, call));
  }

  /** Makes a movement and waits until the PSP has carried it out. */
  async moveAndSettle(movement: Movement): Promise<FindMovementOutcome> {
    const outcome = await this.move(movement);
    assert.ok(outcome.kind === "succeeded" || outcome.kind === "pending", JSON.stringify(outcome));
    await this.rig.fake.settle();
    const found = await this.findMovement(movement);
    if (found.kind !== "found" || found.outcome.kind !== "pending") return found;
    // A last capture may be followed by the release of the rest.
    await this.rig.fake.settle();
    return this.findMovement(movement);
  }

  moved(charge: ChargeRef): Promise<Moved> {
    return this.rig.fake.movedFor(charge);
  }

  /** The charge with what the PSP's notifications have proved of it so far. */
  #asStored<Charge extends ChargeRef>(charge: Charge): Charge {
    const { facts } = this.rig;
    return facts ? { ...charge, facts: facts.factsOf(charge) } : charge;
  }

  #keep<Outcome>(outcome: Outcome): Outcome {
    this.outcomes.push(outcome);
    return outcome;
  }
}

export type Movement = {
  readonly kind: "capture" | "void" | "refund";
  readonly charge: ReferencedCharge;
  readonly key: string;
  readonly amount?: number;
  readonly final?: boolean;
};

/** A charge of which nothing is known but what was requested. */
export function unreferenced(request: HostedRequest): ChargeRef {
  const { account, idempotencyKey, session, amount, currency, capture } = request;
  const references = { hostedReference: null, pspReference: null };
  return {
    account,
    idempotencyKey,
    session,
    amount,
    currency,
    capture,
    startedAt: new Date(),
    ...references,
  };
}

export function assertSucceeded(found: FindMovementOutcome): void {
  assert.ok(found.kind === "found" && found.outcome.kind === "succeeded", JSON.stringify(found));
}
