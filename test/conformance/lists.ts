import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ListedCharge } from "../../src/connectors/contract.ts";
import { type Actions, call } from "./rig.ts";

export function describeLists(actions: () => Actions): void {
  describe("the list of changed charges", () => {
    /** Undefined if the connector has no list. */
    async function list(since: Date): Promise<ListedCharge[] | undefined> {
      const { connector, account } = actions().rig;
      if (!connector.listCharges) return undefined;
      const charges: ListedCharge[] = [];
      const changedAfter = since.toISOString();
      for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page += 1) {
        const listed = await connector.listCharges({ account, changedAfter, cursor }, call);
        assert.ok(listed.kind === "page", JSON.stringify(listed));
        charges.push(...listed.charges);
        cursor = listed.next;
      }
      return charges;
    }

    test("has each changed charge with its outcome, its movements and Kassa's keys, in order of change", async () => {
      const since = new Date(Date.now() - 60_000);
      const { charge: open } = await actions().open();
      const paid = await actions().paid();
      const refund = {
        kind: "refund",
        charge: paid,
        amount: actions().newAmount(),
        key: actions().newKey("re"),
      } as const;
      await actions().moveAndSettle(refund);
      const held = await actions().authorized();
      const capture = { kind: "capture", charge: held, amount: 1_000, key: actions().newKey("cap") } as const;
      await actions().moveAndSettle(capture);
      const released = await actions().authorized();
      const release = { kind: "void", charge: released, key: actions().newKey("vd") } as const;
      await actions().moveAndSettle(release);
      const charges = await list(since);
      if (!charges) return;
      const times = charges.map(({ changedAt }) => changedAt.getTime());
      assert.deepEqual(
        times,
        times.toSorted((one, other) => one - other),
      );
      const listed = (key: string) => charges.filter(({ idempotencyKey }) => idempotencyKey === key);
      const summary = (key: string) =>
        listed(key)
          .at(-1)
          ?.movements.map(({ kind, amount, idempotencyKey, reference, outcome }) => [
            ...[kind, amount, idempotencyKey, reference, outcome.kind],
          ]);
      for (const { idempotencyKey, session } of [paid, held, released]) {
        const last = listed(idempotencyKey).at(-1);
        assert.equal(last?.outcome.kind, "approved", JSON.stringify(last));
        assert.deepEqual([last.session, last.method], [session, "card"]);
      }
      assert.deepEqual(listed(open.idempotencyKey).at(-1)?.movements ?? [], []);
      assert.deepEqual(summary(paid.idempotencyKey), [
        ["refund", refund.amount, refund.key, refund.key, "succeeded"],
      ]);
      assert.deepEqual(summary(held.idempotencyKey), [
        ["capture", 1_000, capture.key, capture.key, "succeeded"],
      ]);
      assert.deepEqual(summary(released.idempotencyKey), [
        ["void", 2_599, release.key, release.key, "succeeded"],
      ]);
    });

    test("has a page that can be asked for again", async () => {
      const { connector, account } = actions().rig;
      const request = { account, changedAfter: new Date(Date.now() - 60_000).toISOString(), cursor: null };
      const read = async () => {
        const page = await connector.listCharges?.(request, call);
        // Where the next page begins may contain the second of the request.
        return page?.kind === "page" ? page.charges : page;
      };
      assert.deepEqual(await read(), await read());
    });

    test("is unknown if the PSP's server fails", async () => {
      const { connector, account, fake } = actions().rig;
      if (!connector.listCharges) return;
      fake.failNextRequest();
      const request = { account, changedAfter: new Date().toISOString(), cursor: null };
      assert.equal((await connector.listCharges(request, call)).kind, "unknown");
    });
  });
}
