import path from "node:path";
import type { SecretKey } from "../../../src/connectors/sandbox/accounts.ts";
import { sandboxPspSecret } from "../../../src/connectors/sandbox/psp-secret.ts";
import { openDatabase } from "../../../src/database/database.ts";
import type { Keyring } from "../../../src/kernel/seal.ts";
import { sandboxPspPrefix } from "../../../src/sandbox-psp/server.ts";
import { createTenant } from "../../../src/tenants/create-tenant.ts";
import { openKeyring } from "../../../src/tenants/open-keyring.ts";
import { openCitusCluster } from "../../support/cluster/citus-cluster.ts";
import { type Cluster, openCluster } from "../../support/cluster/cluster.ts";
import { freePort } from "../../support/free-port.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../support/proxy.ts";
import type { Options } from "../options.ts";
import { Bank } from "../rails/bank.ts";
import type { BankShop } from "../rails/bank-shop.ts";
import { isPspRail } from "../rails/names.ts";
import { makePspRail, type PspRail } from "../rails/psp-rail.ts";
import type { Random } from "../random.ts";
import { CrashPointArmer } from "./crash-point-armer.ts";
import { DataLosses } from "./data-losses.ts";
import { type Disk, mountDisk } from "./disk.ts";
import { linkPspTables } from "./link-psp-tables.ts";
import { type NotificationRelay, startNotificationRelay } from "./notification-relay.ts";
import { type PspRelay, startPspRelay } from "./psp-relay.ts";
import { writePspSettings } from "./psp-settings.ts";
import { ReadWriteLock } from "./read-write-lock.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { SupervisedProcess } from "./supervised-process.ts";
import { watchTransitions } from "./transitions.ts";

export const secretKey = "a-secret-key-of-32-bytes-or-more-of-the-prover-only";

/** A tenant and the API keys that the workload uses. */
export type Merchant = {
  readonly name: string;
  readonly tenantId: number;
  readonly sandboxKey: string;
  readonly liveKey: string;
};

/** A merchant with an account at each of some PSPs. */
export type RailMerchant = { readonly merchant: Merchant; readonly rails: readonly PspRail[] };

/** One process of Kassa with its own proxy to PostgreSQL. */
export type KassaInstance = SupervisedProcess & {
  readonly proxy: DatabaseProxy;
  readonly armer: CrashPointArmer;
};

/** With each change of account, customers pay on the other page. The seed decides which one comes first. */
const pageAt = (account: number, seed: string): "own" | "hosted" =>
  ((seed.at(-1) ?? "").charCodeAt(0) + account) % 2 === 0 ? "hosted" : "own";

/** Numbered from 1, as in `KASSA_SANDBOX_ACCOUNT`. */
type Account = { number: number };

/** The system under test: instances of Kassa, two PostgreSQL clusters, the simulated PSP, the merchants' server, the network. */
export type Testbed = {
  readonly folder: string;
  readonly cluster: Cluster;
  /** The disk of Kassa's PostgreSQL; undefined if none can be mounted. */
  readonly disk: Disk | undefined;

  readonly dataLosses: DataLosses;
  /** Held for reading by sessions on sandbox clocks, for writing by a data loss: the PSP's clocks can't be turned back. */
  readonly clockSessionsLock: ReadWriteLock;
  readonly instances: readonly KassaInstance[];
  /** The PSP account at which instances make new charges from their next start on. */
  readonly account: Account;
  readonly psp: SupervisedProcess;
  /** The secret from which those of the PSP's accounts are derived. */
  readonly pspSecret: SecretKey;
  readonly pspRelay: PspRelay;
  readonly relay: NotificationRelay;
  readonly receiver: Receiver;
  /** All merchants; the first four have no accounts at PSPs, so that their customers pay at the simulated one. */
  readonly merchants: readonly Merchant[];
  /** The fakes of PSPs. */
  readonly rails: readonly PspRail[];
  readonly railMerchants: readonly RailMerchant[];
  /** The merchant who is paid by transfers without a PSP; undefined if the run has none. */
  readonly bankShop: BankShop | undefined;
  /** Whether some customers pay at the simulated PSP. */
  readonly hasSimulatedPsp: boolean;
  close(): Promise<void>;
};

/** The deadline of Kassa's calls to the PSP. Leases follow from it: twice the deadline plus 5 s. */
export const pspTimeoutMs = 500;
/** With fakes of real PSPs: they hold each request to the PSP's specification, which takes them longer on a busy machine. */
const railTimeoutMs = 1_000;
/** The delay of the simulated PSP's pending outcomes. */
export const pendingMs = 1_000;
const pspFaultProbability = 0.04;
const minuteMs = 60_000;
/** Possible clock skews of all instances but the first. */
const clockSkewsMs = [-120 * minuteMs, -10 * minuteMs, 10 * minuteMs, 120 * minuteMs] as const;

/** @param folder an existing folder for data and logs, which the user of PostgreSQL may enter */
export async function startTestbed(options: Options, random: Random, folder: string): Promise<Testbed> {
  const disk = options.faults && !options.citus ? await mountDisk(path.join(folder, "data")) : undefined;
  const [cluster, pspCluster] = await Promise.all([
    options.citus ? openCitusCluster(path.join(folder, "data")) : openCluster(path.join(folder, "data")),
    openCluster(path.join(folder, "psp-data")),
  ]);
  await linkPspTables(cluster, pspCluster);
  if (!options.citus) await watchTransitions(cluster);
  const rails = await Promise.all(
    options.rails
      .filter(isPspRail)
      .map((name) => makePspRail(name, { folder, random, faults: options.faults })),
  );
  const shops = shopsOf(rails);
  const { merchants, keyring } = await makeMerchants(cluster, [
    ...simulatedShops,
    ...shops.keys(),
    ...(options.rails.includes("bank") ? [bankShopName] : []),
  ]);
  const bankMerchant = merchants.find(({ name }) => name === bankShopName);
  const instances: KassaInstance[] = [];
  const account: Account = { number: 1 };
  const pickRandom = random.child("relay targets");
  const relay = await startNotificationRelay(
    random.child("relay"),
    () => pickRandom.pick(instances).url,
    options.faults,
  );
  const receiver = await startReceiver(random.child("receiver"), {
    faults: options.faults,
    refusesOnce: options.unaided,
  });
  const psp = await makePsp({ options, random, folder, cluster: pspCluster, keyring, relayUrl: relay.url });
  const pspUrl = new URL(psp.url);
  const pspRelay = await startPspRelay(random.child("psp relay"), pspUrl.origin, options.faults);
  const ports = await Promise.all(Array.from({ length: options.processes }, freePort));
  for (const [index, port] of ports.entries())
    instances.push(
      await makeKassa({
        options,
        folder,
        cluster,
        account,
        index,
        port,
        publicUrl: rails.length > 0 ? relay.url : `http://127.0.0.1:${ports[0] ?? port}`,
        pspUrls: Object.fromEntries(
          rails.map(({ kind, relay, url }) => [kind.variable, kind.verifiesAddress ? url : relay.url]),
        ),
        skewMs: index === 0 || !options.faults ? 0 : random.child(`skew ${index}`).pick(clockSkewsMs),
        pspUrl: pspRelay.url + pspUrl.pathname,
      }),
    );
  await Promise.all([psp.start(), ...rails.map(({ process }) => process.start())]);
  await Promise.all([...instances.map((kassa) => kassa.start())]);
  return {
    folder,
    cluster,
    disk,
    dataLosses: new DataLosses(),
    clockSessionsLock: new ReadWriteLock(),
    instances,
    account,
    psp,
    pspSecret: sandboxPspSecret(keyring),
    pspRelay,
    relay,
    receiver,
    merchants,
    rails,
    railMerchants: merchants
      .filter(({ name }) => shops.has(name))
      .map((merchant) => ({ merchant, rails: shops.get(merchant.name) ?? [] })),
    bankShop: bankMerchant && { merchant: bankMerchant, bank: new Bank() },
    hasSimulatedPsp: options.rails.includes("sandbox"),
    close: async () => {
      await Promise.all(
        [...instances, psp, ...rails.map(({ process }) => process)].map((process) => process.stop()),
      );
      await Promise.all(instances.map(({ proxy }) => proxy.close()));
      await Promise.all(
        [relay, pspRelay, receiver, ...rails.map(({ relay }) => relay)].map((one) => one.close()),
      );
      await Promise.all([cluster.close(), pspCluster.close()]);
      await disk?.close();
    },
  };
}

const simulatedShops = ["north", "east", "south", "west"] as const;

const bankShopName = "transfers";

/** One merchant has the accounts at all PSPs: a PSP's account belongs to one merchant, and a session may begin at several PSPs. */
const shopsOf = (rails: readonly PspRail[]): ReadonlyMap<string, readonly PspRail[]> =>
  new Map(rails.length > 0 ? [["central", rails]] : []);

async function makeMerchants(
  cluster: Cluster,
  names: readonly string[],
): Promise<{ merchants: Merchant[]; keyring: Keyring }> {
  const database = openDatabase(cluster.settings, { poolSize: 1 });
  const keyring = await openKeyring(database, { current: secretKey });
  const merchants: Merchant[] = [];
  for (const name of names) {
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
): Promise<SupervisedProcess> {
  const { options, cluster, folder, keyring, relayUrl } = site;
  const port = await freePort();
  let starts = 0;
  return new SupervisedProcess({
    name: "psp",
    url: `http://127.0.0.1:${port}${sandboxPspPrefix}`,
    readyPath: "/",
    command: ["test/prove/testbed/psp-process.ts"],
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
        faultProbability: options.faults ? pspFaultProbability : 0,
      });
    },
  });
}

type KassaSite = Site & {
  readonly account: Account;
  readonly index: number;
  readonly port: number;
  readonly publicUrl: string;
  /** Kassa's variables with the addresses of PSPs. */
  readonly pspUrls: Readonly<Record<string, string>>;
  readonly skewMs: number;
  readonly pspUrl: string;
};

async function makeKassa(site: KassaSite): Promise<KassaInstance> {
  const { options, cluster, folder, account, index, port, publicUrl, pspUrls, pspUrl, skewMs } = site;
  const proxy = await startDatabaseProxy(cluster.settings);
  const armer = new CrashPointArmer();
  const kassa: KassaInstance = Object.assign(
    new SupervisedProcess({
      name: `kassa ${index + 1}`,
      url: `http://127.0.0.1:${port}`,
      readyPath: "/readyz",
      command: ["--import", "./test/prove/testbed/skewed-clock.ts", "src/main.js", "serve"],
      env: {
        PROVE_SKEW_MS: String(skewMs),
        DATABASE_URL: String(proxy.settings.connectionString),
        KASSA_SECRET_KEY: secretKey,
        KASSA_PUBLIC_URL: publicUrl,
        ...pspUrls,
        KASSA_MIGRATE_AT_START: "off",
        KASSA_SANDBOX_PSP_URL: pspUrl,
        KASSA_PSP_TIMEOUT_MS: String(Object.keys(pspUrls).length > 0 ? railTimeoutMs : pspTimeoutMs),
        KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on",
        KASSA_TRUSTED_PROXIES: "127.0.0.1",
        KASSA_RATE_LIMIT: "off",
        KASSA_METRICS_PORT: "off",
        // A few cards pay thousands of times; see clearDeclines.
        KASSA_DECLINE_PAUSE_MS: "0",
        KASSA_PAGE_CHECK_MINUTES: "off",
        // All logs are searched for card numbers, so requests are logged, too. In long runs they would fill the disk.
        KASSA_LOG_LEVEL: options.sessions <= 5_000 ? "info" : "warn",
        PORT: String(port),
      },
      logFile: path.join(folder, `kassa-${index + 1}.log`),
      nextEnv: () => {
        const point = armer.forNextStart(kassa.diedAt.length);
        return {
          KASSA_SANDBOX_ACCOUNT: String(account.number),
          KASSA_SANDBOX_PAGE: pageAt(account.number, options.seed),
          ...(point === undefined ? {} : { KASSA_CRASH_AT: point }),
        };
      },
    }),
    { proxy, armer },
  );
  return kassa;
}
