import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../support/app.ts";
import { type CommandEnding, runKassaHere } from "../support/command.ts";
import { testSecretKey } from "../support/keyring.ts";

/** Changes the payment page's settings from the command line, beside a running server. */
let kassa: TestApp;
let folder: string;
before(async () => {
  kassa = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), "kassa-logo-"));
});
after(async () => {
  await kassa.close();
  await rm(folder, { recursive: true });
});

const tenants = (...args: string[]): Promise<CommandEnding> =>
  runKassaHere(["tenants", ...args], {
    env: { DATABASE_URL: kassa.db.settings.connectionString, KASSA_SECRET_KEY: testSecretKey },
  });

async function settingsOf(mode: "live" | "sandbox") {
  const { body } = await kassa.call("GET", "/api/settings", { key: kassa.tenant.keys[mode].secret });
  return body;
}

test("a setting changes in both modes, or in the named one", async () => {
  const both = await tenants("set", "--brand-color", "#FFD400", "--default-locale", "ja", "--json");
  assert.equal(both.code, 0, both.stderr);
  const { data } = JSON.parse(both.stdout);
  assert.deepEqual(
    data.map(({ mode, brandColor, defaultLocale }: Record<string, string>) => [
      mode,
      brandColor,
      defaultLocale,
    ]),
    [
      ["live", "#ffd400", "ja"],
      ["sandbox", "#ffd400", "ja"],
    ],
  );
  const one = await tenants("set", "--mode", "sandbox", "--display-name", "Farn", "--brand-color", "");
  assert.equal(one.code, 0, one.stderr);
  const [live, sandbox] = [await settingsOf("live"), await settingsOf("sandbox")];
  assert.deepEqual([live.displayName, live.brandColor], ["Test shop", "#ffd400"]);
  assert.deepEqual([sandbox.displayName, sandbox.brandColor, sandbox.defaultLocale], ["Farn", null, "ja"]);
  const shown = await tenants("show", "--mode", "live");
  assert.match(
    shown.stdout,
    /light +buttons #ffd400 with #000000, links #[0-9a-f]{6}\. Buttons have it as it is, with a border/,
  );
});

test("names faults by their options, and changes nothing", async () => {
  const { code, stderr } = await tenants("set", "--brand-color", "yellow", "--support-email", "nobody");
  assert.equal(code, 2);
  assert.match(stderr, /--brand-color: It has to be a colour such as #1f4e8c/);
  assert.match(stderr, /--support-email: It has to be an e-mail address/);
  assert.equal((await tenants("set")).code, 2);
});

test("a file becomes the logo of both modes, whatever its file name, and can be removed", async () => {
  const file = path.join(folder, "logo.png");
  await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"/>');
  const set = await tenants("logo", file, "--json");
  assert.equal(set.code, 0, set.stderr);
  for (const mode of ["live", "sandbox"] as const)
    assert.equal((await settingsOf(mode)).logo.mediaType, "image/svg+xml");
  await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><script/></svg>');
  const refused = await tenants("logo", file);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /can't be the logo\. The SVG holds a script/);
  assert.match((await tenants("logo", path.join(folder, "nothing"))).stderr, /can't be read/);
  assert.match((await tenants("logo")).stderr, /Name a file/);
  assert.equal((await tenants("logo", "--remove")).code, 0);
  assert.equal((await settingsOf("live")).logo, null);
});

test("amount limits can be set, shown and removed by currency", async () => {
  const set = await tenants("set", "--mode", "sandbox", "--amount-limit", "EUR=50..1000000", "jpy=100..");
  assert.equal(set.code, 0, set.stderr);
  assert.match(set.stdout, /amounts in EUR +50\.\.1000000\n +amounts in JPY +100\.\.\n/);
  assert.deepEqual((await settingsOf("sandbox")).amountLimits, {
    EUR: { minimum: 50, maximum: 1_000_000 },
    JPY: { minimum: 100, maximum: null },
  });
  assert.deepEqual((await settingsOf("live")).amountLimits, {});
  const back = await tenants("set", "--mode", "sandbox", "--amount-limit", "JPY=", "--json");
  assert.equal(back.code, 0, back.stderr);
  assert.deepEqual(JSON.parse(back.stdout).data[0].amountLimits, {
    EUR: { minimum: 50, maximum: 1_000_000 },
  });
  for (const [wrong, why] of [
    ["EUR:50", /--amount-limit: "EUR:50" has to look like EUR=50\.\.1000000/],
    ["EUR=200..100", /minimum has to be at most 100/],
    ["EUX=1..2", /not an active ISO 4217 currency/],
  ] as const) {
    const refused = await tenants("set", "--amount-limit", wrong);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, why);
  }
});
