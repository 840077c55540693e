import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Merchant, Testbed } from "../testbed/testbed.ts";
import type { ApiClient, Json } from "../workload/client.ts";
import { openBankShop } from "./bank-shop.ts";
import { adyenEndpoint } from "./psp-kinds.ts";
import type { PspRail } from "./psp-rail.ts";

type Shop = { readonly client: ApiClient; readonly random: Random };

/** Makes each rail's merchants their accounts, before faults begin. Resolves when every process offers them. */
export async function setUpRails(testbed: Testbed, client: ApiClient, random: Random): Promise<void> {
  const shop = { client, random };
  if (testbed.bankShop) await openBankShop(testbed.bankShop, shop);
  for (const { merchant, rails } of testbed.railMerchants) {
    for (const rail of rails) await addAccount(testbed, shop, merchant, rail);
    for (const instance of testbed.instances)
      await untilOffered(shop, merchant, instance.url, new Set(rails.map(({ kind }) => kind.method)));
  }
}

/** The same for all, so that sessions are spread over the PSPs. With positions of their own, the last would get what the first refuse. */
const position = 1;

async function addAccount({ relay }: Testbed, shop: Shop, merchant: Merchant, rail: PspRail): Promise<void> {
  const { kind, name } = rail;
  const body = { connector: name, label: name, position, ...kind.account };
  const { id } = await ask(shop, merchant, "/connector-accounts", body);
  const path = `/connector-accounts/${id}`;
  if (kind.registers) await ask(shop, merchant, `${path}/register-notifications`);
  if (kind.laterCredentials)
    await ask(shop, merchant, `${path}/credentials`, { credentials: kind.laterCredentials });
  if (name === "adyen")
    await rail.steer("endpoint", adyenEndpoint(`${relay.url}/api/notifications/adyen/${id}`));
  await ask(shop, merchant, path, { status: "enabled" });
}

async function ask({ client, random }: Shop, merchant: Merchant, path: string, body?: object): Promise<Json> {
  const answer = await client.call({ merchant, method: "POST", path, body }, random);
  if (answer.kind !== "answered" || answer.status !== 200)
    throw new Error(`${merchant.name} could not set up its rail: ${path} ${JSON.stringify(answer)}`);
  return answer.body;
}

const offerTimeoutMs = 15_000;

/** Processes learn of accounts within a second. */
async function untilOffered(
  shop: Shop,
  merchant: Merchant,
  origin: string,
  methods: ReadonlySet<string>,
): Promise<void> {
  const { id } = await ask(shop, merchant, "/checkout/sessions", {
    amount: 1_000,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
    clientReferenceId: `${merchant.name} sets up ${origin}`,
  });
  const deadline = performance.now() + offerTimeoutMs;
  for (;;) {
    const page = await (await fetch(`${origin}/pay/${id}`)).text();
    if (/Continue to/.test(page) && [...methods].every((method) => page.includes(`value="${method}"`)))
      return;
    if (performance.now() > deadline) throw new Error(`${origin} doesn't offer ${[...methods].join(", ")}`);
    await sleep(200);
  }
}
