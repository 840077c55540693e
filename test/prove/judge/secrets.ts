import { createReadStream, readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { testCards } from "../../../src/sandbox-psp/test-cards.ts";
import type { Cluster } from "../../support/cluster/cluster.ts";
import { searchRows } from "../../support/search-rows.ts";
import type { House } from "../house/house.ts";

type Searched = Pick<House, "folder" | "merchants"> & { readonly cluster: Pick<Cluster, "sql"> };

/** What must be in no row and no log: the numbers of the cards that were typed, and the keys that were used. */
function forbidden({ merchants }: Searched): string[] {
  return [
    ...testCards.map(({ number }) => number),
    ...merchants.flatMap(({ sandboxKey, liveKey }) => [sandboxKey, liveKey]),
  ];
}

/** Searches every column of every table, as text, and every line of every log. */
export async function checkSecrets(house: Searched): Promise<string[]> {
  return [...(await searchTables(house)), ...(await searchLogs(house))];
}

async function searchTables(house: Searched): Promise<string[]> {
  const searched = await searchRows(house.cluster.sql, forbidden(house).join("|"));
  return searched
    .filter(({ count }) => count > 0)
    .map(({ table, count }) => `[20] ${count} rows of ${table} hold a card number or a key`);
}

async function searchLogs(house: Searched): Promise<string[]> {
  const pattern = new RegExp(forbidden(house).join("|"));
  const violations: string[] = [];
  for (const file of readdirSync(house.folder).filter((name) => name.endsWith(".log"))) {
    const lines = createInterface({ input: createReadStream(path.join(house.folder, file)) });
    let number = 0;
    for await (const line of lines) {
      number += 1;
      if (pattern.test(line)) violations.push(`[20] line ${number} of ${file} holds a card number or a key`);
    }
  }
  return violations;
}
