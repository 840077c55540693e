import type { Random } from "../random.ts";
import type { Testbed } from "../testbed/testbed.ts";
import type { ApiClient } from "./client.ts";

/** Creates a webhook endpoint for all events of each merchant. */
export async function makeEndpoints(
  { merchants, receiver }: Testbed,
  client: ApiClient,
  random: Random,
): Promise<void> {
  for (const merchant of merchants) {
    const body = { url: receiver.urlOf(merchant.name) };
    const answer = await client.call(
      { merchant, method: "POST", path: "/webhook-endpoints", body, key: "endpoint" },
      random,
    );
    if (answer.kind !== "answered" || answer.status !== 200)
      throw new Error(`the webhook endpoint could not be created: ${JSON.stringify(answer)}`);
    receiver.setSecret(merchant.name, answer.body.secret);
  }
}
