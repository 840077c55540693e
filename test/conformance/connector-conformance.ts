import { after, before, describe } from "node:test";
import { describeHostedPages } from "./hosted-pages.ts";
import { describeLists } from "./lists.ts";
import { describeMovements } from "./movements.ts";
import { Actions, type ConformanceRig } from "./rig.ts";
import { describeUncertainty } from "./uncertainty.ts";

/**
 * What the contract (`src/connectors/contract.ts`) promises of every connector with hosted pages, compared with the log of money of the
 * PSP's fake. What a connector can't do, it says itself: by a function that it doesn't have, by `takes`, or by a refusal.
 */
export function describeConnector(name: string, start: () => Promise<ConformanceRig>): void {
  describe(`the connector to ${name}`, () => {
    let actions: Actions;
    before(async () => {
      actions = new Actions(await start());
    });
    after(() => actions.rig.close());
    const current = () => actions;
    describeHostedPages(current);
    describeMovements(current);
    describeLists(current);
    describeUncertainty(current);
  });
}
