import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { type NameAnswer, startNameServer } from "../../test/support/name-server.ts";
import { startStopwatch } from "../../test/support/stopwatch.ts";
import { until } from "../../test/support/until.ts";
import { HostResolver, type HostResolverOptions, lookupsPerOwner } from "./host-resolver.ts";

async function resolverOf(
  t: TestContext,
  answer: (name: string) => NameAnswer,
  options: HostResolverOptions = {},
) {
  const server = await startNameServer(answer);
  t.after(() => server.close());
  return { server, resolver: new HostResolver({ servers: [server.address], ...options }) };
}

const codeOf = (lookup: Promise<unknown>): Promise<string> =>
  lookup.then(
    () => "resolved",
    (error) => error.code,
  );

test("resolves a name to all its addresses, without caching", async (t) => {
  const { resolver, server } = await resolverOf(t, () => ["192.0.2.1", "192.0.2.2"]);
  const found = await resolver.resolve("a", "Shop.Example.");
  assert.deepEqual(found, [
    { address: "192.0.2.1", family: 4 },
    { address: "192.0.2.2", family: 4 },
  ]);
  await resolver.resolve("a", "shop.example");
  assert.deepEqual(server.queries, ["shop.example", "shop.example"]);
});

test("serves sockets as dns.lookup does: all addresses, the first, or one family", async (t) => {
  const { resolver } = await resolverOf(t, () => ["192.0.2.1", "192.0.2.2"]);
  const lookup = resolver.lookupFor("a");
  const ask = (options: object) =>
    new Promise((resolve) => lookup("shop.example", options, (...given) => resolve(given)));
  assert.deepEqual(await ask({}), [null, "192.0.2.1", 4]);
  assert.deepEqual(await ask({ all: true, family: 4 }), [
    null,
    [
      { address: "192.0.2.1", family: 4 },
      { address: "192.0.2.2", family: 4 },
    ],
  ]);
  const [error] = (await ask({ family: 6 })) as [{ code: string }];
  assert.equal(error.code, "ENOTFOUND");
});

test("resolves localhost, addresses and the hosts file without a name server", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-hosts-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const hostsFile = path.join(folder, "hosts");
  writeFileSync(hostsFile, "# names\n::2 psp\n10.1.2.3\tpsp PSP.internal # the PSP\n");
  const { resolver, server } = await resolverOf(t, () => "failure", { hostsFile });
  const addressesOf = async (name: string) =>
    (await resolver.resolve("a", name)).map(({ address }) => address);
  assert.deepEqual(await addressesOf("localhost"), ["127.0.0.1", "::1"]);
  assert.deepEqual(await addressesOf("shop.localhost"), ["127.0.0.1", "::1"]);
  assert.deepEqual(await addressesOf("psp"), ["10.1.2.3", "::2"]);
  assert.deepEqual(await addressesOf("psp.internal"), ["10.1.2.3"]);
  assert.deepEqual(await addressesOf("2001:db8::1"), ["2001:db8::1"]);
  assert.deepEqual(server.queries, []);
});

test("caches missing names and failures for a while", async (t) => {
  const { resolver, server } = await resolverOf(t, (name) =>
    name === "none.example" ? "unknown" : "failure",
  );
  for (let time = 0; time < 3; time += 1) {
    assert.equal(await codeOf(resolver.resolve("a", "none.example")), "ENOTFOUND");
    assert.equal(await codeOf(resolver.resolve("a", "broken.example")), "EAI_AGAIN");
  }
  assert.equal(server.queries.filter((name) => name === "none.example").length, 1);
  const askedOnce = server.queries.length;
  await codeOf(resolver.resolve("b", "broken.example"));
  assert.equal(server.queries.length, askedOnce);
});

test("gives up on a silent name server at the deadline, and caches the failure", async (t) => {
  const { resolver, server } = await resolverOf(t, () => "silence", {
    deadlineMs: 300,
    packetTimeoutMs: 100,
  });
  const watch = startStopwatch();
  assert.equal(await codeOf(resolver.resolve("a", "silent.example")), "EAI_AGAIN");
  watch.assertWithin(5_000, "giving up");
  const asked = server.queries.length;
  assert.equal(await codeOf(resolver.resolve("a", "silent.example")), "EAI_AGAIN");
  assert.equal(server.queries.length, asked);
});

test("limits the concurrent look-ups of an owner, independently of others", async (t) => {
  const { resolver, server } = await resolverOf(
    t,
    (name) => (name.endsWith("silent.example") ? "silence" : ["192.0.2.1"]),
    { deadlineMs: 60_000, packetTimeoutMs: 30_000 },
  );
  const cancel = new AbortController();
  const stuck = Array.from({ length: 32 }, (_, number) =>
    codeOf(resolver.resolve("a", `${number}.silent.example`, cancel.signal)),
  );
  await until(() => server.queries.length === lookupsPerOwner, "the first look-ups have started");
  await resolver.resolve("b", "shop.example");
  assert.equal(new Set(server.queries).size, lookupsPerOwner + 1, "the others wait for their turn");
  cancel.abort();
  assert.deepEqual(new Set(await Promise.all(stuck)), new Set(["EAI_AGAIN"]));
  await resolver.resolve("a", "shop.example");
});

test("doesn't cache a cancelled look-up", async (t) => {
  let answer: NameAnswer = "silence";
  const { resolver, server } = await resolverOf(t, () => answer);
  const cancel = new AbortController();
  const cancelled = codeOf(resolver.resolve("a", "shop.example", cancel.signal));
  await until(() => server.queries.length > 0, "the name is asked for");
  cancel.abort();
  assert.equal(await cancelled, "EAI_AGAIN");
  answer = ["192.0.2.7"];
  assert.equal((await resolver.resolve("a", "shop.example"))[0]?.address, "192.0.2.7");
});

test("doesn't cache a look-up that ran out of time in its owner's queue", async (t) => {
  let answer: NameAnswer = "silence";
  const { resolver, server } = await resolverOf(t, () => answer, {
    deadlineMs: 1_000,
    packetTimeoutMs: 900,
  });
  const cancel = new AbortController();
  const stuck = Array.from({ length: lookupsPerOwner }, (_, number) =>
    codeOf(resolver.resolve("a", `${number}.silent.example`, cancel.signal)),
  );
  const late = codeOf(resolver.resolve("a", "shop.example"));
  // Its turn comes half a second before its deadline, and the server has 900 ms to answer one packet.
  setTimeout(() => cancel.abort(), 500);
  assert.equal(await late, "EAI_AGAIN");
  await Promise.all(stuck);
  answer = ["192.0.2.7"];
  assert.equal((await resolver.resolve("b", "shop.example"))[0]?.address, "192.0.2.7");
  assert.ok(server.queries.includes("shop.example"));
});
