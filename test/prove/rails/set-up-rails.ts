import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Merchant, Testbed } from "../testbed/testbed.ts";
import type { ApiClient, Json } from "../workload/client.ts";
import { LoadBalancer } from "../workload/load-balancer.ts";
import { openBankShop } from "./bank-shop.ts";
import { adyenEndpoint } from "./psp-kinds.ts";
import type { PspRail } from "./psp-rail.ts";
import { RailShopper } from "./rail-shopper.ts";

type Shop = { readonly client: ApiClient; readonly random: Random };

/** Makes each rail's merchants their accounts, before faults begin. Resolves when every process offers them, and each leads to its PSP. */
export async function setUpRails(testbed: Testbed, client: ApiClient, random: Random): Promise<void> {
  const shop = { client, random };
  if (testbed.bankShop) await openBankShop(testbed.bankShop, shop);
  for (const { merchant, rails } of testbed.railMerchants) {
    for (const rail of rails) await addAccount(testbed, shop, merchant, rail);
    for (const instance of testbed.instances)
      await untilOffered(shop, merchant, instance.url, new Set(rails.flatMap(({ kind }) => kind.methods)));
    await reachEachPage(testbed, shop, merchant, rails);
  }
}

const roundsAtMost = 12;

/**
 * Customers open each PSP's page and leave it. Otherwise a short run may have no payment at a PSP: the fakes take a while for a first
 * request, longer than Kassa waits, and Kassa then avoids the account for half a minute.
 */
async function reachEachPage(
  { instances }: Testbed,
  shop: Shop,
  merchant: Merchant,
  rails: readonly PspRail[],
): Promise<void> {
  const balancer = new LoadBalancer(instances.map(({ url }) => url));
  const missing = new Set(rails);
  for (let round = 0; missing.size > 0 && round < roundsAtMost; round += 1) {
    const visits = [...missing].map(async ({ kind }, index) => {
      const random = shop.random.child(`visit ${round} ${index}`);
      const { id } = await makeSession(shop, merchant, `round ${round}, visit ${index}`);
      const shopper = new RailShopper(balancer, id, random, rails);
      await shopper.visit({ act: "leave", tabs: 1, comesBack: false, callOff: "no" }, kind.methods[0]);
      return shopper.lastRail;
    });
    for (const rail of await Promise.all(visits)) if (rail) missing.delete(rail);
  }
  if (missing.size === 0) return;
  const names = [...missing].map(({ name }) => name).join(", ");
  throw new Error(`customers of ${merchant.name} don't reach the pages of ${names}`);
}

const makeSession = (shop: Shop, merchant: Merchant, reference: string): Promise<Json> =>
  ask(shop, merchant, "/checkout/sessions", {
    amount: 1_000,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
    clientReferenceId: `${merchant.name} sets up: ${reference}`,
  });

/** The same for all, so that sessions are spread over the PSPs. With positions of their own, the last would get what the first refuse. */
const position = 1;

async function addAccount({ relay }: Testbed, shop: Shop, merchant: Merchant, rail: PspRail): Promise<void> {
  const { kind, name } = rail;
  const body = { connector: name, label: name, position, weight: kind.weight, ...kind.account };
  const { id } = await ask(shop, merchant, "/connector-accounts", body);
  const path = `/connector-accounts/${id}`;
  if (kind.registers) await ask(shop, merchant, `${path}/register-notifications`);
  if (kind.laterCredentials)
    await ask(shop, merchant, `${path}/credentials`, { credentials: kind.laterCredentials });
  if (name === "adyen")
    await rail.steer("endpoint", adyenEndpoint(`${relay.url}/api/notifications/adyen/${id}`));
  await ask(shop, merchant, path, { status: "enabled" });
}

const triesAtMost = 10;

/** Tries again while the PSP doesn't answer in time, as the first requests to a fake on a busy machine. */
async function ask({ client, random }: Shop, merchant: Merchant, path: string, body?: object): Promise<Json> {
  for (let tries = 1; ; tries += 1) {
    const answer = await client.call({ merchant, method: "POST", path, body }, random);
    if (answer.kind === "answered" && answer.status === 200) return answer.body;
    if (answer.kind === "answered" && answer.status === 503 && tries < triesAtMost) await sleep(300);
    else throw new Error(`${merchant.name} could not set up its rail: ${path} ${JSON.stringify(answer)}`);
  }
}

const offerTimeoutMs = 15_000;

/** Processes learn of accounts within a second. */
async function untilOffered(
  shop: Shop,
  merchant: Merchant,
  origin: string,
  methods: ReadonlySet<string>,
): Promise<void> {
  const { id } = await makeSession(shop, merchant, origin);
  const deadline = performance.now() + offerTimeoutMs;
  for (;;) {
    const page = await (await fetch(`${origin}/pay/${id}`)).text();
    if (/Continue to/.test(page) && [...methods].every((method) => page.includes(`value="${method}"`)))
      return;
    if (performance.now() > deadline) throw new Error(`${origin} doesn't offer ${[...methods].join(", ")}`);
    await sleep(200);
  }
}
