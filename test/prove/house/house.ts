import path from "node:path";
import type { SecretKey } from "../../../src/connectors/sandbox/accounts.ts";
import { sandboxPspSecret } from "../../../src/connectors/sandbox/psp-secret.ts";
import { openDatabase } from "../../../src/database/database.ts";
import type { Keyring } from "../../../src/kernel/seal.ts";
import { sandboxPspPrefix } from "../../../src/sandbox-psp/server.ts";
import { createTenant } from "../../../src/tenants/create-tenant.ts";
import { openKeyring } from "../../../src/tenants/open-keyring.ts";
import { type Cluster, openCluster } from "../../support/cluster/cluster.ts";
import { freePort } from "../../support/free-port.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../support/proxy.ts";
import type { Options } from "../options.ts";
import type { Random } from "../random.ts";
import { Arming } from "./arming.ts";
import { type Disk, mountDisk } from "./disk.ts";
import { Gate } from "./gate.ts";
import { Lost } from "./lost.ts";
import { Supervised } from "./process.ts";
import { linkPspBooks } from "./psp-books.ts";
import { type PspRelay, startPspRelay } from "./psp-relay.ts";
import { writePspSettings } from "./psp-settings.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { type Relay, startRelay } from "./relay.ts";
import { watchTransitions } from "./transitions.ts";

export const secretKey = "a-secret-key-of-32-bytes-or-more-of-the-prover-only";

/** A merchant as the driver knows it. */
export type Merchant = {
  readonly name: string;
  readonly tenantId: number;
  readonly sandboxKey: string;
  readonly liveKey: string;
};

/** One process of Kassa with its own way to PostgreSQL. */
export type Kassa = Supervised & { readonly proxy: DatabaseProxy; readonly arming: Arming };

/** Counts from 1, as `KASSA_SANDBOX_ACCOUNT` does. */
type Account = { number: number };

/** Everything that a run is about. */
export type House = {
  readonly folder: string;
  readonly cluster: Cluster;
  /** Where the database lies; undefined where none can be mounted. */
  readonly disk: Disk | undefined;
  /** What was committed and is lost. */
  readonly lost: Lost;
  /** Sessions on clocks are within; nothing is lost meanwhile, for the PSP's clocks don't go back. */
  readonly onClocks: Gate;
  readonly kassas: readonly Kassa[];
  /** The account at the PSP at which processes that start from now on make new charges. */
  readonly account: Account;
  readonly psp: Supervised;
  /** What the PSP's secrets of accounts derive from. */
  readonly pspSecret: SecretKey;
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
const minuteMs = 60_000;
/** By how much the clocks of all processes but the first are wrong. */
const skewsMs = [-120 * minuteMs, -10 * minuteMs, 10 * minuteMs, 120 * minuteMs] as const;

/** @param folder where the data directory and the logs go; exists already, and others may enter it */
export async function openHouse(options: Options, random: Random, folder: string): Promise<House> {
  const disk = options.faults ? await mountDisk(path.join(folder, "data")) : undefined;
  const [cluster, pspCluster] = await Promise.all([
    openCluster(path.join(folder, "data")),
    openCluster(path.join(folder, "psp-data")),
  ]);
  await linkPspBooks(cluster, pspCluster);
  await watchTransitions(cluster);
  const { merchants, keyring } = await makeMerchants(cluster);
  const kassas: Kassa[] = [];
  const account: Account = { number: 1 };
  const pickRandom = random.child("relay targets");
  const relay = await startRelay(random.child("relay"), () => pickRandom.pick(kassas).url, options.faults);
  const receiver = await startReceiver(random.child("receiver"), {
    faults: options.faults,
    refusesOnce: options.unaided,
  });
  const psp = await makePsp({ options, random, folder, cluster: pspCluster, keyring, relayUrl: relay.url });
  const pspUrl = new URL(psp.url);
  const pspRelay = await startPspRelay(random.child("psp relay"), pspUrl.origin, options.faults);
  const ports = await Promise.all(Array.from({ length: options.processes }, freePort));
  for (const [index, port] of ports.entries())
    kassas.push(
      await makeKassa({
        options,
        folder,
        cluster,
        account,
        index,
        port,
        publicPort: ports[0] ?? port,
        skewMs: index === 0 || !options.faults ? 0 : random.child(`skew ${index}`).pick(skewsMs),
        pspUrl: pspRelay.url + pspUrl.pathname,
      }),
    );
  await Promise.all([psp.start(), ...kassas.map((kassa) => kassa.start())]);
  return {
    folder,
    cluster,
    disk,
    lost: new Lost(),
    onClocks: new Gate(),
    kassas,
    account,
    psp,
    pspSecret: sandboxPspSecret(keyring),
    pspRelay,
    relay,
    receiver,
    merchants,
    close: async () => {
      await Promise.all([...kassas, psp].map((process) => process.stop()));
      await Promise.all(kassas.map(({ proxy }) => proxy.close()));
      await Promise.all([relay.close(), pspRelay.close(), receiver.close()]);
      await Promise.all([cluster.close(), pspCluster.close()]);
      await disk?.close();
    },
  };
}

async function makeMerchants(cluster: Cluster): Promise<{ merchants: Merchant[]; keyring: Keyring }> {
  const database = openDatabase(cluster.settings, { poolSize: 1 });
  const keyring = await openKeyring(database, { current: secretKey });
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
  return { merchants, keyring };
}

type Site = { readonly options: Options; readonly folder: string; readonly cluster: Cluster };

async function makePsp(
  site: Site & { random: Random; keyring: Keyring; relayUrl: string },
): Promise<Supervised> {
  const { options, cluster, folder, keyring, relayUrl } = site;
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
        secretKey: sandboxPspSecret(keyring),
        port,
        relayUrl,
        pendingMs,
        faultShare: options.faults ? pspFaultShare : 0,
      });
    },
  });
}

type KassaSite = Site & {
  readonly account: Account;
  readonly index: number;
  readonly port: number;
  readonly publicPort: number;
  readonly skewMs: number;
  readonly pspUrl: string;
};

async function makeKassa(site: KassaSite): Promise<Kassa> {
  const { options, cluster, folder, account, index, port, publicPort, pspUrl, skewMs } = site;
  const proxy = await startDatabaseProxy(cluster.settings);
  const arming = new Arming();
  const kassa: Kassa = Object.assign(
    new Supervised({
      name: `kassa ${index + 1}`,
      url: `http://127.0.0.1:${port}`,
      readyPath: "/readyz",
      command: ["--import", "./test/prove/house/skewed-clock.ts", "src/main.js", "serve"],
      env: {
        PROVE_SKEW_MS: String(skewMs),
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
        return {
          KASSA_SANDBOX_ACCOUNT: String(account.number),
          ...(point === undefined ? {} : { KASSA_CRASH_AT: point }),
        };
      },
    }),
    { proxy, arming },
  );
  return kassa;
}
