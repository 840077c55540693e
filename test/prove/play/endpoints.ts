import type { House } from "../house/house.ts";
import type { Random } from "../random.ts";
import type { ApiClient } from "./client.ts";

/** Each merchant wants to hear of everything. */
export async function makeEndpoints(
  { merchants, receiver }: House,
  client: ApiClient,
  random: Random,
): Promise<void> {
  for (const merchant of merchants) {
    const body = { url: receiver.addressOf(merchant.name) };
    const answer = await client.call(
      { merchant, method: "POST", path: "/webhook-endpoints", body, key: "endpoint" },
      random,
    );
    if (answer.kind !== "answered" || answer.status !== 200)
      throw new Error(`no webhook endpoint could be made: ${JSON.stringify(answer)}`);
    receiver.setSecret(merchant.name, answer.body.secret);
  }
}
