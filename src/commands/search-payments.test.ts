import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pay } from "../../test/api/paying.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { type CommandEnding, runKassaHere } from "../../test/support/command.ts";
import { testSecretKey } from "../../test/support/keyring.ts";

let kassa: TestApp;
let payment: Record<string, string>;
before(async () => {
  kassa = await startTestApp();
  payment = await pay(kassa, {
    session: { clientReferenceId: "order-7", customerEmail: "Rosa.Luz@shop.example" },
  });
  await pay(kassa, { card: "4000000000000002", session: { amount: 700, currency: "JPY" } });
});
after(() => kassa.close());

const search = (...args: string[]): Promise<CommandEnding> =>
  runKassaHere(["payments", "search", ...args], {
    env: {
      DATABASE_URL: kassa.db.settings.connectionString,
      KASSA_SECRET_KEY: testSecretKey,
    },
  });
const idsOf = ({ stdout }: CommandEnding): string[] =>
  JSON.parse(stdout).data.map(({ id }: { id: string }) => id);

test("payments search finds by all details, in both modes, and prints what the API prints", async () => {
  for (const words of [[String(payment.id)], ["rosa"], ["@shop.example"], ["25.99", "EUR"], ["4242"]]) {
    const ending = await search(...words, "--json");
    assert.equal(ending.code, 0, ending.output);
    assert.deepEqual(idsOf(ending), [payment.id], words.join(" "));
  }
  const { stdout } = await search("rosa", "--json");
  const api = await kassa.call("GET", `/api/payments/${payment.id}`);
  assert.deepEqual(JSON.parse(stdout), { object: "list", data: [api.body], hasMore: false });
});

test("payments search narrows by options, and refuses wrong ones by name", async () => {
  assert.deepEqual(idsOf(await search("--currency", "eur", "--json")), [payment.id]);
  assert.deepEqual(idsOf(await search("--mode", "live", "--json")), []);
  assert.deepEqual(idsOf(await search("--status", "captured", "--json")), [payment.id]);
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(idsOf(await search("--from", today, "--to", today, "--json")).length, 2);
  assert.deepEqual(idsOf(await search("--to", "2020-01-01", "--json")), []);
  const first = JSON.parse((await search("--limit", "1", "--json")).stdout);
  assert.deepEqual([first.data.length, first.hasMore], [1, true]);
  for (const [option, value] of [
    ["--limit", "0"],
    ["--from", "2026-02-30"],
    ["--to", "yesterday"],
  ] as const) {
    const refused = await search("rosa", option, value);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, new RegExp(`^${option}`));
  }
});

test("for people it prints a table", async () => {
  const { stdout } = await search("rosa");
  const [header, row, ...rest] = stdout.trimEnd().split("\n");
  assert.match(String(header), /^created +payment +status +amount +refunded +paid with +e-mail +reference$/);
  assert.match(String(row), / captured +25\.99 EUR +visa ••4242 +Rosa\.Luz@shop\.example +order-7$/);
  assert.deepEqual(rest, []);
  assert.equal((await search("nothing of the kind")).stdout, "No payment matches.\n");
});
