import assert from "node:assert/strict";
import { test } from "node:test";
import { standaloneKeyring } from "../../test/support/keyring.ts";
import { makeId, parseId } from "../kernel/id.ts";
import { isProbe, makeProbe } from "./probe.ts";

const keyring = standaloneKeyring("the key of one installation, at least");
const nowMs = Date.UTC(2026, 10, 21);

test("a probe has the format of a live session's id, and each is unique", () => {
  const probes = new Set(Array.from({ length: 1_000 }, () => makeProbe(keyring, nowMs)));
  assert.equal(probes.size, 1_000);
  for (const probe of probes) {
    assert.equal(parseId(probe, "cs")?.mode, "live", probe);
    assert.equal(isProbe(keyring, probe, nowMs), true, probe);
  }
});

test("only the same installation accepts a probe, for ten minutes", () => {
  const probe = makeProbe(keyring, nowMs);
  assert.equal(isProbe(keyring, probe, nowMs + 9 * 60_000), true);
  assert.equal(isProbe(keyring, probe, nowMs + 10 * 60_000), false);
  assert.equal(isProbe(keyring, probe, nowMs - 10 * 60_000), false, "a probe from the future");
  assert.equal(isProbe(standaloneKeyring("the key of another installation, at least"), probe, nowMs), false);
});

test("no other id is accepted as a probe", () => {
  assert.equal(isProbe(keyring, makeId("cs", "live", 7, nowMs), nowMs), false);
  const probe = makeProbe(keyring, nowMs);
  assert.equal(isProbe(keyring, probe.replace("_live_", "_sandbox_"), nowMs), false);
  for (const id of ["", "cs_live_", `${probe}0`, probe.slice(1)])
    assert.equal(isProbe(keyring, id, nowMs), false);
});
