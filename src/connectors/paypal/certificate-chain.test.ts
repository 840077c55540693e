import assert from "node:assert/strict";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { rootCertificates } from "node:tls";
import { type CertificateOptions, makeCertificate } from "../../../test/psp/paypal/certificate.ts";
import { isOfDomain, isTrusted, readCertificates } from "./certificate-chain.ts";

const now = Math.floor(Date.now() / 1000);
const day = 86_400;
const valid = { notBefore: now - day, notAfter: now + day };
const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const keys = { root: newKey(), between: newKey(), leaf: newKey(), other: newKey() };
const certificate = (...given: Parameters<typeof makeCertificate>) =>
  new X509Certificate(makeCertificate(...given));

const root = certificate(keys.root, "Root", { ...valid, isAuthority: true });
const byRoot = { ...valid, issuer: { privateKey: keys.root, name: "Root" } };
const between = certificate(keys.between, "Between", { ...byRoot, isAuthority: true });
const leafBy = (changes: Partial<CertificateOptions> = {}, key = keys.between) =>
  certificate(keys.leaf, "messageverificationcerts.paypal.com", {
    ...valid,
    issuer: { privateKey: key, name: "Between" },
    ...changes,
  });

const check = (chain: readonly X509Certificate[], atMs = now * 1_000) => isTrusted(chain, atMs, [root]);

test("a certificate is trusted through the authorities between it and a root, in any order", () => {
  assert.ok(check([leafBy(), between]));
  assert.ok(check([leafBy(), root, between]));
  assert.ok(check([leafBy({ issuer: byRoot.issuer })]));
});

test("a chain is refused if a signature, an authority, a root or a time is wrong", () => {
  const selfSigned = certificate(keys.leaf, "messageverificationcerts.paypal.com", valid);
  const noAuthority = certificate(keys.between, "Between", byRoot);
  const expired = certificate(keys.between, "Between", { ...byRoot, isAuthority: true, notAfter: now - 1 });
  const ownRoot = certificate(keys.other, "Root", { ...valid, isAuthority: true });
  const byOwnRoot = { ...valid, issuer: { privateKey: keys.other, name: "Root" }, isAuthority: true };
  const refused = [
    [],
    [selfSigned],
    [leafBy()],
    [leafBy({}, keys.other), between],
    [leafBy(), noAuthority],
    [leafBy(), expired],
    [leafBy({ notAfter: now - 1 }), between],
    [leafBy({ notBefore: now + day / 2 }), between],
    [leafBy(), certificate(keys.between, "Between", byOwnRoot), ownRoot],
  ];
  for (const [index, chain] of refused.entries()) assert.ok(!check(chain), `chain ${index}`);
  assert.ok(!check([leafBy(), between], (now + 2 * day) * 1_000));
});

test("by default the roots of Node.js are trusted, and no others", () => {
  const [pem = ""] = rootCertificates;
  const own = new X509Certificate(pem);
  assert.equal(isTrusted([own], Date.parse(own.validFrom) + 1_000), true);
  assert.ok(!isTrusted([leafBy(), between, root], now * 1_000));
});

test("a certificate is for a domain by its whole names", () => {
  const named = (name: string) => isOfDomain(certificate(keys.leaf, name, valid), "paypal.com");
  assert.ok(named("paypal.com") && named("messageverificationcerts.paypal.com"));
  for (const name of ["paypal.com.example", "notpaypal.com", "example.com", "paypal.comx"])
    assert.ok(!named(name), name);
});

test("a file has one to five certificates that can be read", () => {
  const pem = leafBy().toString();
  assert.equal(readCertificates(`${pem}${between.toString()}`)?.length, 2);
  for (const file of ["", "<html>", pem.repeat(6), pem.replace("MII", "AAA")])
    assert.equal(readCertificates(file), undefined, file.slice(0, 20));
});
