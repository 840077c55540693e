import assert from "node:assert/strict";
import { test } from "node:test";
import { makeGuardedAgents } from "../kernel/guarded-agent.ts";
import type { Lookup } from "../kernel/host-resolver.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";

/** A name server of one address. */
const resolvesTo =
  (...addresses: string[]): Lookup =>
  (_hostname, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };

const unknownName: Lookup = (hostname, _options, done) =>
  done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND" }), []);

const verdict = async (
  url: string,
  options: { mode?: "live" | "sandbox"; allowLoopback?: boolean; lookup?: Lookup } = {},
) => {
  const { mode = "sandbox", allowLoopback = false, lookup = unknownName } = options;
  const agents = makeGuardedAgents({ allowLoopback: allowLoopback && mode === "sandbox", lookup });
  const result = await checkWebhookUrl(url, { tenantId: 1, mode }, () => agents);
  return result.ok ? "ok" : result.failure.code;
};

const privateForms = [
  "http://127.0.0.1/",
  "http://127.1/",
  "http://127.0.0.2/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://0/",
  "http://0.0.0.0/",
  "http://[::]/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://172.31.255.255/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::ffff:169.254.169.254]/",
  "http://[fd00:ec2::254]/",
  "http://[fe80::1]/",
  "http://100.100.100.200/",
  "http://192.0.0.192/",
  "http://168.63.129.16/",
  "http://[2002:7f00:1::]/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://①②⑦.⓪.⓪.①/",
];

for (const url of privateForms) {
  test(`refuses ${url}`, async () => {
    assert.ok(["url_forbidden", "url_invalid"].includes(await verdict(url)));
  });
}

test("loopback is refused in every spelling because of the address", async () => {
  for (const url of [
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://169.254.169.254/",
    "http://10.0.0.1:8080/x",
  ]) {
    assert.equal(await verdict(url), "url_forbidden", url);
  }
});

test("refuses a name that resolves to a private address, also as one of several", async () => {
  for (const addresses of [
    ["10.1.2.3"],
    ["127.0.0.1"],
    ["93.184.215.14", "192.168.0.1"],
    ["::1"],
    ["fd12::1"],
  ]) {
    assert.equal(
      await verdict("https://hooks.example/", { lookup: resolvesTo(...addresses) }),
      "url_forbidden",
    );
  }
});

test("accepts a public address, a name that resolves to one, and a name that doesn't resolve yet", async () => {
  assert.equal(await verdict("https://93.184.215.14/hook"), "ok");
  assert.equal(
    await verdict("https://hooks.example/", { mode: "live", lookup: resolvesTo("93.184.215.14") }),
    "ok",
  );
  assert.equal(await verdict("https://hooks.example/", { mode: "live" }), "ok");
});

test("accepts loopback in the sandbox where the operator allows it, and never in live mode", async () => {
  const local = { allowLoopback: true, lookup: resolvesTo("127.0.0.1") };
  assert.equal(await verdict("http://127.0.0.1:3000/hook", local), "ok");
  assert.equal(await verdict("http://[::1]:3000/hook", local), "ok");
  assert.equal(await verdict("http://localhost:3000/hook", local), "ok");
  assert.equal(await verdict("http://10.0.0.1:3000/hook", local), "url_forbidden");
  assert.equal(await verdict("https://localhost:3000/hook", { ...local, mode: "live" }), "url_forbidden");
});

test("accepts http in the sandbox only, and no other scheme, credentials or spelling", async () => {
  const lookup = resolvesTo("93.184.215.14");
  assert.equal(await verdict("http://hooks.example/", { lookup }), "ok");
  for (const url of [
    "http://hooks.example/",
    "ftp://hooks.example/",
    "https://u:p@hooks.example/",
    "https:\\\\hooks.example",
    "/x",
  ]) {
    assert.equal(await verdict(url, { mode: "live", lookup }), "url_invalid", url);
  }
});

test("accepts web ports, and ports above 1023 that no other protocol uses", async () => {
  const lookup = resolvesTo("93.184.215.14");
  for (const port of ["80", "443", "8443", "49152"])
    assert.equal(await verdict(`https://hooks.example:${port}/`, { lookup }), "ok");
  for (const port of ["22", "25", "6000", "6667"]) {
    assert.equal(await verdict(`https://hooks.example:${port}/`, { lookup }), "url_forbidden", port);
  }
});
