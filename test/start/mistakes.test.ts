import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import path from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { runKassa, runKassaHere } from "../support/command.ts";
import { compileCache } from "../support/compile-cache.ts";
import { openTestDatabase, type TestDatabase, urlOf } from "../support/database.ts";
import { startDatabaseProxy } from "../support/proxy.ts";
import { makeScratchFolder } from "../support/scratch.ts";

/** Every operator mistake gets a message that names it and its remedy. None gets a stack trace. */
const folder = makeScratchFolder("kassa-mistakes-");
// Root's PostgreSQL runs as another user, who needs access to the folder.
chmodSync(folder, 0o755);
const root = path.resolve(import.meta.dirname, "../..");
const secretKey = "a secret key of more than thirty-two characters";
let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Contains the first port that unprivileged users may listen on, on Linux. */
const firstFreePort = "/proc/sys/net/ipv4/ip_unprivileged_port_start";

type Mistake = {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: Record<string, string> | (() => Record<string, string>);
  /** Patterns of the message, including the remedy. */
  readonly says: readonly RegExp[];
  readonly code?: "usage" | "configuration" | "database" | "refused";
  readonly through?: readonly string[];
};

/** A separate, empty data directory for each start, so that no mistake hides another. */
let directories = 0;
const emptyDirectory = (): string => {
  directories += 1;
  const made = path.join(folder, `data-${directories}`);
  mkdirSync(made);
  return made;
};

const external = (change: (url: URL) => void): (() => Record<string, string>) => {
  return () => {
    const url = new URL(String(db.settings.connectionString));
    change(url);
    return { DATABASE_URL: url.href, KASSA_SECRET_KEY: secretKey };
  };
};
const withParameter = (name: string, value: string) =>
  external((url) => void url.searchParams.set(name, value));

const mistakes: readonly Mistake[] = [
  {
    name: "a proxy that is no address",
    env: { KASSA_TRUSTED_PROXIES: "x" },
    says: [/KASSA_TRUSTED_PROXIES has to be addresses or networks such as .*"x" is not allowed/],
    code: "configuration",
  },
  {
    name: "a network of all addresses as proxies",
    env: { KASSA_TRUSTED_PROXIES: "0.0.0.0/0" },
    says: [/KASSA_TRUSTED_PROXIES/],
    code: "configuration",
  },
  {
    name: "a mistyped name of a setting",
    env: { KASSA_TRUSTED_PROXY: "10.0.0.1" },
    says: [/KASSA_TRUSTED_PROXY is not a setting of Kassa\. docs\/reference\/configuration\.md/],
    code: "configuration",
  },
  {
    name: "a mistyped name of a setting that is close to a real one",
    env: { KASSA_DATA_DRI: "/tmp/x" },
    says: [/Did you mean KASSA_DATA_DIR\?/],
    code: "configuration",
  },
  {
    name: "a public address with a path",
    env: { KASSA_PUBLIC_URL: "https://pay.example.com/kassa" },
    says: [/KASSA_PUBLIC_URL has to end after the host and port/],
    code: "configuration",
  },
  {
    name: "a percent sign in the password of DATABASE_URL",
    env: { DATABASE_URL: "postgresql://kassa:100%@localhost/kassa", KASSA_SECRET_KEY: secretKey },
    says: [/DATABASE_URL .*%25/],
    code: "configuration",
  },
  {
    name: "a data directory that is a file",
    env: () => {
      const file = path.join(folder, "a file");
      writeFileSync(file, "");
      return { KASSA_DATA_DIR: file };
    },
    says: [/KASSA_DATA_DIR/],
    code: "database",
  },
  {
    name: "a data directory below a file",
    env: () => {
      const file = path.join(folder, "another file");
      writeFileSync(file, "");
      return { KASSA_DATA_DIR: path.join(file, "data") };
    },
    says: [/KASSA_DATA_DIR/],
    code: "database",
  },
  {
    name: "a data directory that this user may not write to",
    env: () => {
      const closed = emptyDirectory();
      chmodSync(closed, 0o555);
      return { KASSA_DATA_DIR: closed };
    },
    says: [/this user may not read or write there/, /Set KASSA_DATA_DIR to a directory it may write to/],
    code: "database",
    // Root can write everywhere, unless it gives up that capability.
    through: process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [],
  },
  {
    name: "a host that isn't this machine's",
    env: () => ({ HOST: "192.0.2.1", KASSA_DATA_DIR: emptyDirectory() }),
    says: [/HOST is not an address of this machine: 192\.0\.2\.1/],
    code: "configuration",
  },
  {
    name: "a host that is no address",
    env: () => ({ HOST: "no.such.host.invalid", KASSA_DATA_DIR: emptyDirectory() }),
    says: [/HOST is not an address of this machine/],
    code: "configuration",
  },
  {
    name: "TLS asked of a database without it",
    env: withParameter("sslmode", "require"),
    says: [/doesn't offer TLS, which `sslmode`/, /Turn on `ssl`/],
    code: "database",
  },
  {
    name: "a root certificate that doesn't exist",
    env: withParameter("sslrootcert", "/no/such/ca.pem"),
    says: [/names the file \/no\/such\/ca\.pem \(sslrootcert\), and it does not exist/],
    code: "database",
  },
  {
    name: "a database that doesn't answer",
    env: { DATABASE_URL: "postgresql://kassa@localhost:1/kassa", KASSA_SECRET_KEY: secretKey },
    says: [/doesn't answer\. Is it running, and are the host and port correct\?/, /ECONNREFUSED/],
    code: "database",
  },
  {
    name: "a database host that doesn't exist",
    env: { DATABASE_URL: "postgresql://kassa@no.such.host.invalid/kassa", KASSA_SECRET_KEY: secretKey },
    says: [/host in DATABASE_URL can't be (found|looked up)/],
    code: "database",
  },
  {
    name: "a database that doesn't exist",
    env: external((url) => {
      url.pathname = "/no_such_database";
    }),
    says: [/The database named in DATABASE_URL doesn't exist\. Create it first\./],
    code: "database",
  },
  {
    name: "a wrong password",
    env: external((url) => {
      url.password = "wrong";
    }),
    says: [/refused the user or password in DATABASE_URL/],
    code: "database",
  },
  {
    name: "no password where the database wants one",
    env: external((url) => {
      url.password = "";
    }),
    says: [/DATABASE_URL has none|refused the user or password/],
    code: "database",
  },
];

for (const { name, args = ["serve"], env = {}, says, code, through = [] } of mistakes) {
  test(`${name}: the message says what to do`, async () => {
    const given = typeof env === "function" ? env() : env;
    const ending = await runKassa(args, { env: { PORT: "0", ...given }, through });
    assert.equal(ending.code, 2, ending.output);
    assert.equal(ending.stdout, "");
    for (const pattern of says) assert.match(ending.stderr, pattern);
    assert.doesNotMatch(ending.stderr, /^\s+at |WARNING/m);

    const list = { env: { PORT: "0", ...given } };
    const told = await (through.length === 0
      ? runKassaHere(["keys", "list", "--json"], list)
      : runKassa(["keys", "list", "--json"], { ...list, through }));
    if (told.code === 0) return;
    const error: { object: string; code: string; message: string } = JSON.parse(told.stdout);
    assert.equal(error.object, "error");
    assert.equal(error.code, /HOST is not/.test(ending.stderr) ? "database" : code);
    assert.doesNotMatch(error.message, /^\s+at /m);
  });
}

test("before a first start, commands say what to start first, and create no database", async () => {
  const KASSA_DATA_DIR = path.join(folder, "not there");
  for (const args of [
    ["keys", "create", "--mode", "sandbox"],
    ["tenants", "list"],
    ["ledger", "verify"],
  ]) {
    const ending = await runKassaHere(args, { env: { KASSA_DATA_DIR } });
    assert.equal(ending.code, 2);
    assert.match(ending.stderr, /There is no database in .*not there yet\. Start Kassa first/);
  }
  const examined = await runKassaHere(["doctor"], { env: { KASSA_DATA_DIR } });
  assert.equal(examined.code, 1);
  assert.match(examined.stdout, /✗ Database: There is no database/);
  assert.throws(() => chmodSync(KASSA_DATA_DIR, 0o700), /ENOENT/);
});

test("the simulated PSP says that its port is taken, and how to choose another", async (t) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const env = { DATABASE_URL: urlOf("nothing"), KASSA_SECRET_KEY: secretKey };
  const ending = await runKassa(["sandbox-psp", "--port", String(port)], { env });
  assert.equal(ending.code, 2, ending.output);
  assert.match(ending.stderr, new RegExp(`${port} is taken .*sandbox-psp --port ${port + 1}`));
  assert.doesNotMatch(ending.output, /bug in Kassa|\n\s+at /);
});

test("before migrate, commands say to migrate first", async (t) => {
  const name = `kassa_unmigrated_${process.pid}`;
  await db.sql(`CREATE DATABASE ${name}`);
  t.after(() => db.sql(`DROP DATABASE ${name} WITH (FORCE)`));
  const env = { DATABASE_URL: urlOf(name), KASSA_SECRET_KEY: secretKey };
  for (const args of [
    ["keys", "create", "--mode", "sandbox"],
    ["tenants", "create", "--name", "A"],
    ["keys", "list"],
    ["secrets", "rotate"],
    ["sandbox-psp", "--port", "0"],
  ]) {
    const ending = await runKassaHere(args, { env });
    assert.equal(ending.code, 2, ending.output);
    assert.match(ending.stderr, /no tables of Kassa's yet\. Run "npm run --silent kassa -- migrate" first/);
  }
  const asKassa = spawnSync(path.join(root, "bin/kassa"), ["keys", "list"], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: compileCache, ...env },
  });
  assert.match(asKassa.stderr, /Run "kassa migrate" first/, "as it was called: the container has no npm");
  assert.equal((await runKassaHere(["migrate"], { env })).code, 0);
  assert.equal((await runKassaHere(["tenants", "create", "--name", "A"], { env })).code, 0);
  assert.equal((await runKassaHere(["keys", "create", "--mode", "sandbox"], { env })).code, 0);
});

test("every command refuses a pooler that drops start-up options", async (t) => {
  const pooler = await startDatabaseProxy(db.settings, { ignoreOptions: true });
  t.after(() => pooler.close());
  const env = {
    DATABASE_URL: String(pooler.settings.connectionString),
    KASSA_SECRET_KEY: secretKey,
    PORT: "0",
  };
  const commands = [
    ["serve"],
    ["migrate"],
    ["tenants", "list"],
    ["keys", "list"],
    ["ledger", "verify"],
    ["page", "check"],
    ["receipts", "keys", "list"],
    ["sandbox-psp", "--port", "0"],
    ["listen", "--forward-to", "localhost:1"],
  ];
  for (const args of commands) {
    const ending = await (args[0] === "serve" ? runKassa : runKassaHere)(args, { env });
    assert.equal(ending.code, 2, args.join(" "));
    assert.match(ending.stderr, /drops the start-up options/, args.join(" "));
  }
  const examined = await runKassaHere(["doctor", "--json"], { env });
  assert.equal(examined.code, 1);
  assert.match(examined.stdout, /drops the start-up options/);
});

test("a taken port leaves nothing behind, so that the next start still shows the first key", async (t) => {
  const taken = await listen();
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const KASSA_DATA_DIR = path.join(folder, "fresh");
  for (const settings of [{ PORT: String(port) }, { PORT: "0", KASSA_METRICS_PORT: String(port) }]) {
    const ending = await runKassa(["serve"], { env: { KASSA_DATA_DIR, ...settings } });
    assert.equal(ending.code, 2);
    assert.match(ending.stderr, new RegExp(`Port ${port} is taken by another program.*PORT=${port + 1}`));
    assert.throws(() => chmodSync(KASSA_DATA_DIR, 0o700), /ENOENT/, "no database was made");
  }
});

test("a port that this user may not listen on is reported before a database is created", async (t) => {
  const KASSA_DATA_DIR = path.join(folder, "forbidden");
  const firstFree = Number(
    existsSync(firstFreePort) ? readFileSync(firstFreePort, "utf8") : process.platform === "linux" ? 1024 : 0,
  );
  if (firstFree < 2) return t.diagnostic("every user of this machine may listen on every port");
  const through = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-net_bind_service"] : [];
  for (const settings of [{ PORT: "1" }, { PORT: "0", KASSA_METRICS_PORT: "1" }]) {
    const ending = await runKassa(["serve"], { env: { KASSA_DATA_DIR, ...settings }, through });
    assert.equal(ending.code, 2, ending.output);
    const name = "KASSA_METRICS_PORT" in settings ? "KASSA_METRICS_PORT" : "PORT";
    assert.match(
      ending.stderr,
      new RegExp(
        `^This user may not listen on port 1\\. Choose a port above 1023: ${name}=\\d+ npm start\\n$`,
      ),
    );
    assert.equal(existsSync(KASSA_DATA_DIR), false, "no database was made");
  }
});

test("doctor reports a full disk, and one with little space left", async (t) => {
  const dataDir = path.join(folder, "small disk");
  mkdirSync(dataDir);
  if (spawnSync("unshare", ["--mount", "true"]).status !== 0)
    return t.diagnostic("not run: only root on Linux can mount a small disk");
  const doctor = `"$0" "$@" doctor --json; echo "$?"`;
  const steps = `mount -t tmpfs -o size=150m,mode=755 tmpfs "$KASSA_DATA_DIR"
    "$0" "$@" migrate >&2 || exit
    ${doctor}; head -c 200m /dev/zero >"$KASSA_DATA_DIR/filler"; ${doctor}`;
  const ended = spawnSync(
    "unshare",
    ["--mount", "sh", "-c", steps, process.execPath, path.resolve("src/main.js")],
    {
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, KASSA_DATA_DIR: dataDir },
    },
  );
  const [, before = "", after = ""] =
    /^([\s\S]*?\n\}\n0)\n([\s\S]*\n\}\n1)\n$/.exec(ended.stdout) ?? assert.fail(ended.stdout + ended.stderr);
  assert.match(before, /"Disk",\s+"state": "warning",\s+"text": "\d+ MiB free/);
  assert.match(after, /"Database",\s+"state": "problem",\s+"text": "[^"]*its disk is full\. Free some space/);
});

test("wrong arguments exit with 2, and with --json they are reported as JSON", async () => {
  const cases: [readonly string[], RegExp][] = [
    [["keys", "create", "--json"], /--mode/],
    [["keys", "craete", "--json"], /unknown command 'craete'[\s\S]*create/],
    [["keys", "list", "--tenent", "x", "--json"], /--tenant/],
    [["keys", "--json"], /unknown option '--json'/],
    [["help", "kyes", "--json"], /There is no such command\. List them: .*--help/],
    [
      ["listen", "--forward-to", "ftp://localhost/hook", "--json"],
      /"ftp:\/\/localhost\/hook" is not an address/,
    ],
  ];
  for (const [args, says] of cases) {
    const ending = await runKassa(args);
    assert.equal(ending.code, 2, args.join(" "));
    const error: { object: string; code: string; message: string } = JSON.parse(ending.stdout);
    assert.equal(error.code, "usage");
    assert.match(error.message, says);
    assert.equal(ending.stderr, "");
  }
});

async function listen(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
