import type { CitusFacts } from "../database/distribute.ts";
import type { Finding } from "./finding.ts";

/** No finding if all tables are in one PostgreSQL. */
export function distributionFindings(citus: CitusFacts | undefined): Finding[] {
  if (!citus) return [];
  const { version, nodes, shards, tables } = citus;
  const check = "distribution";
  const gone = nodes.filter(({ active }) => !active);
  if (gone.length > 0)
    return [
      {
        check,
        state: "problem",
        text: `the node ${gone.map(({ address }) => address).join(", ")} is disabled in the cluster`,
        advice:
          "Tenants with rows on it can't be served. Start it, then run citus_activate_node on the coordinator.",
      },
    ];
  const empty = nodes.filter((node) => node.shards === 0);
  if (empty.length > 0)
    return [
      {
        check,
        state: "warning",
        text: `there are no shards on the node ${empty.map(({ address }) => address).join(", ")}`,
        advice: "To use it, rebalance the shards on the coordinator: SELECT citus_rebalance_start().",
      },
    ];
  const spread = nodes.map(({ address, shards: own }) => `${address} has ${own}`).join(", ");
  return [
    {
      check,
      state: "ok",
      text: `Citus ${version}: ${tables.length} tables in ${shards} shards each; ${spread}`,
    },
  ];
}
