import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsAddress, isNetwork, networkList, networkOf } from "./networks.ts";

test("accepts IPv4 and IPv6 addresses and CIDR blocks", () => {
  for (const good of [
    "203.0.113.7",
    "203.0.113.0/24",
    "0.0.0.0/0",
    "2001:db8::1",
    "2001:db8::/32",
    "::/0",
    "::1/128",
  ]) {
    assert.equal(isNetwork(good), true, good);
  }
  for (const bad of [
    "",
    "localhost",
    "203.0.113",
    "203.0.113.0/33",
    "2001:db8::/129",
    "203.0.113.0/",
    "203.0.113.0/24/8",
    "203.0.113.0/-1",
    "1.2.3.4/8x",
  ]) {
    assert.equal(isNetwork(bad), false, bad);
  }
});

test("an empty list allows any address", () => {
  assert.equal(networkList([]), null);
});

test("finds an address however it is written", () => {
  const cases: [networks: string[], address: string, held: boolean][] = [
    [["203.0.113.0/24"], "203.0.113.255", true],
    [["203.0.113.0/24"], "203.0.114.0", false],
    [["203.0.113.0/24"], "::ffff:203.0.113.9", true],
    [["203.0.113.0/24"], "::ffff:203.0.114.9", false],
    [["203.0.113.0/24"], "2001:db8::1", false],
    [["127.0.0.1"], "127.0.0.1", true],
    [["127.0.0.1"], "127.0.0.2", false],
    [["2001:db8::/32"], "2001:db8:1::1", true],
    [["2001:db8::/32"], "2001:db9::1", false],
    [["2001:db8::/32"], "203.0.113.9", false],
    [["::1", "10.0.0.0/8"], "10.255.0.1", true],
    [["::ffff:203.0.113.0/120"], "203.0.113.9", true],
  ];
  for (const [networks, address, held] of cases) {
    const list = networkList(networks);
    assert.ok(list);
    assert.equal(holdsAddress(list, address), held, `${address} in ${networks}`);
  }
});

test("counts an IPv4 address by itself and an IPv6 address by its /64", () => {
  const cases = [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["2001:db8::4:5:6:7:8", "2001:db8:0:4"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ] as const;
  for (const [address, network] of cases) assert.equal(networkOf(address), network, address);
});
