import { createReadStream, readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { testCards } from "../../../src/sandbox-psp/test-cards.ts";
import type { Cluster } from "../../support/cluster/cluster.ts";
import { searchRows } from "../../support/search-rows.ts";
import type { Testbed } from "../testbed/testbed.ts";

type Searched = Pick<Testbed, "folder" | "merchants"> & { readonly cluster: Pick<Cluster, "sql"> };

/** The card numbers that shoppers entered and the API keys that merchants used. */
function secretsOf({ merchants }: Searched): string[] {
  return [
    ...testCards.map(({ number }) => number),
    ...merchants.flatMap(({ sandboxKey, liveKey }) => [sandboxKey, liveKey]),
  ];
}

/** Searches every column of every table, as text, and every line of every log for card numbers and API keys. */
export async function checkSecrets(testbed: Searched): Promise<string[]> {
  return [...(await searchTables(testbed)), ...(await searchLogs(testbed))];
}

async function searchTables(testbed: Searched): Promise<string[]> {
  const searched = await searchRows(testbed.cluster.sql, secretsOf(testbed).join("|"));
  return searched
    .filter(({ count }) => count > 0)
    .map(({ table, count }) => `${count} rows of ${table} contain a card number or an API key`);
}

async function searchLogs(testbed: Searched): Promise<string[]> {
  const pattern = new RegExp(secretsOf(testbed).join("|"));
  const violations: string[] = [];
  for (const file of readdirSync(testbed.folder).filter((name) => name.endsWith(".log"))) {
    const lines = createInterface({ input: createReadStream(path.join(testbed.folder, file)) });
    let number = 0;
    for await (const line of lines) {
      number += 1;
      if (pattern.test(line))
        violations.push(`line ${number} of ${file} contains a card number or an API key`);
    }
  }
  return violations;
}
