import path from "node:path";
import { sandboxPspSecret } from "../../../src/app.ts";
import { openDatabase } from "../../../src/database/database.ts";
import { Keyring } from "../../../src/kernel/seal.ts";
import { sandboxPspPrefix } from "../../../src/sandbox-psp/server.ts";
import { checkSecretKey } from "../../../src/tenants/check-secret-key.ts";
import { createTenant } from "../../../src/tenants/create-tenant.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../support/proxy.ts";
import type { Options } from "../options.ts";
import type { Random } from "../random.ts";
import { Arming } from "./arming.ts";
import { type Cluster, openCluster } from "./cluster.ts";
import { freePort, Supervised } from "./process.ts";
import { type PspRelay, startPspRelay } from "./psp-relay.ts";
import { writePspSettings } from "./psp-settings.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { type Relay, startRelay } from "./relay.ts";

export const secretKey = "a-secret-key-of-the-prover-only";

/** A merchant as the driver knows it. */
export type Merchant = {
  readonly name: string;
  readonly tenantId: number;
  readonly sandboxKey: string;
  readonly liveKey: string;
};

/** One process of Kassa with its own way to PostgreSQL. */
export type Kassa = Supervised & { readonly proxy: DatabaseProxy; readonly arming: Arming };

/** Everything that a run is about. */
export type House = {
  readonly folder: string;
  readonly cluster: Cluster;
  readonly kassas: readonly Kassa[];
  readonly psp: Supervised;
  readonly pspRelay: PspRelay;
  readonly relay: Relay;
  readonly receiver: Receiver;
  readonly merchants: readonly Merchant[];
  close(): Promise<void>;
};

/** The deadline of Kassa's calls to the PSP; leases follow from it: twice this and 5 s. */
export const pspTimeoutMs = 500;
/** How long the simulated PSP's delayed outcomes take. */
export const pendingMs = 1_000;
const pspFaultShare = 0.04;

/** @param folder where the data directory and the logs go; exists already, and others may enter it */
export async function openHouse(options: Options, random: Random, folder: string): Promise<House> {
  const cluster = await openCluster(path.join(folder, "data"));
  const merchants = await makeMerchants(cluster);
  const kassas: Kassa[] = [];
  const pickRandom = random.child("relay targets");
  const relay = await startRelay(random.child("relay"), () => pickRandom.pick(kassas).url, options.faults);
  const receiver = await startReceiver(random.child("receiver"), options.faults);
  const psp = await makePsp({ options, random, folder, cluster, relayUrl: relay.url });
  const pspUrl = new URL(psp.url);
  const pspRelay = await startPspRelay(random.child("psp relay"), pspUrl.origin, options.faults);
  const ports = await Promise.all(Array.from({ length: options.processes }, freePort));
  for (const [index, port] of ports.entries())
    kassas.push(
      await makeKassa({
        options,
        folder,
        cluster,
        index,
        port,
        publicPort: ports[0] ?? port,
        pspUrl: pspRelay.url + pspUrl.pathname,
      }),
    );
  await Promise.all([psp.start(), ...kassas.map((kassa) => kassa.start())]);
  return {
    folder,
    cluster,
    kassas,
    psp,
    pspRelay,
    relay,
    receiver,
    merchants,
    close: async () => {
      await Promise.all([...kassas, psp].map((process) => process.stop()));
      await Promise.all(kassas.map(({ proxy }) => proxy.close()));
      await Promise.all([relay.close(), pspRelay.close(), receiver.close()]);
      await cluster.close();
    },
  };
}

async function makeMerchants(cluster: Cluster): Promise<Merchant[]> {
  const database = openDatabase(cluster.settings, { poolSize: 1 });
  const keyring = new Keyring(secretKey);
  await checkSecretKey(database, keyring);
  const merchants: Merchant[] = [];
  for (const name of ["north", "east", "south", "west"]) {
    const { tenant, keys } = await createTenant({ database, keyring }, name);
    merchants.push({
      name,
      tenantId: tenant.tenantId,
      sandboxKey: keys.sandbox.secret,
      liveKey: keys.live.secret,
    });
  }
  await database.close();
  return merchants;
}

type Site = { readonly options: Options; readonly folder: string; readonly cluster: Cluster };

async function makePsp(site: Site & { random: Random; relayUrl: string }): Promise<Supervised> {
  const { options, cluster, folder, relayUrl } = site;
  const port = await freePort();
  let starts = 0;
  return new Supervised({
    name: "psp",
    url: `http://127.0.0.1:${port}${sandboxPspPrefix}`,
    readyPath: "/",
    command: ["test/prove/house/psp-process.ts"],
    env: {},
    logFile: path.join(folder, "psp.log"),
    nextEnv: () => {
      starts += 1;
      return writePspSettings({
        seed: `${options.seed}/psp ${starts}`,
        databaseUrl: String(cluster.settings.connectionString),
        secretKey: sandboxPspSecret(secretKey),
        port,
        relayUrl,
        pendingMs,
        faultShare: options.faults ? pspFaultShare : 0,
      });
    },
  });
}

type KassaSite = Site & {
  readonly index: number;
  readonly port: number;
  readonly publicPort: number;
  readonly pspUrl: string;
};

async function makeKassa(site: KassaSite): Promise<Kassa> {
  const { options, cluster, folder, index, port, publicPort, pspUrl } = site;
  const proxy = await startDatabaseProxy(cluster.settings);
  const arming = new Arming();
  const kassa: Kassa = Object.assign(
    new Supervised({
      name: `kassa ${index + 1}`,
      url: `http://127.0.0.1:${port}`,
      readyPath: "/readyz",
      command: ["src/main.ts", "serve"],
      env: {
        DATABASE_URL: String(proxy.settings.connectionString),
        KASSA_SECRET_KEY: secretKey,
        KASSA_PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
        KASSA_MIGRATE_AT_START: "off",
        KASSA_SANDBOX_PSP_URL: pspUrl,
        KASSA_PSP_TIMEOUT_MS: String(pspTimeoutMs),
        KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on",
        KASSA_TRUSTED_PROXIES: "127.0.0.1",
        KASSA_RATE_LIMIT: "off",
        KASSA_METRICS_PORT: "off",
        // Few cards pay thousands of times here; see forgetDeclines.
        KASSA_DECLINE_PAUSE_MS: "0",
        KASSA_PAGE_CHECK_MINUTES: "off",
        // Everything that is logged is searched for card numbers; a long run's requests would fill the disk.
        KASSA_LOG_LEVEL: options.sessions <= 5_000 ? "info" : "warn",
        PORT: String(port),
      },
      logFile: path.join(folder, `kassa-${index + 1}.log`),
      nextEnv: () => {
        const point = arming.next(kassa.diedAt.length);
        return point === undefined ? {} : { KASSA_CRASH_AT: point };
      },
    }),
    { proxy, arming },
  );
  return kassa;
}
