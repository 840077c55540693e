import assert from "node:assert/strict";
import { test } from "node:test";
import { findUnencrypted } from "./unencrypted.ts";

const found = (publicUrl: string, databaseUrl?: string): string[] =>
  findUnencrypted({ publicUrl: new URL(publicUrl), databaseUrl }).map(({ text }) => text.split(" ")[0] ?? "");

test("an http public address is reported, unless it is a loopback address", () => {
  assert.deepEqual(found("http://pay.example"), ["KASSA_PUBLIC_URL"]);
  assert.deepEqual(found("http://10.0.0.5:8080"), ["KASSA_PUBLIC_URL"]);
  for (const url of ["https://pay.example", "http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080"])
    assert.deepEqual(found(url), [], url);
});

test("a database on another machine without TLS is reported, without its password", () => {
  for (const url of [
    "postgres://kassa:pw@db.example/kassa",
    "postgres://kassa:pw@10.0.0.7/kassa?sslmode=disable",
    "postgres://kassa:pw@localhost/kassa?host=db.example",
  ]) {
    assert.deepEqual(found("https://pay.example", url), ["DATABASE_URL"], url);
    const [finding] = findUnencrypted({ publicUrl: new URL("https://pay.example"), databaseUrl: url });
    assert.doesNotMatch(JSON.stringify(finding), /pw/);
  }
  for (const url of [
    "postgres://kassa:pw@db.example/kassa?sslmode=verify-full",
    "postgres://kassa:pw@db.example/kassa?ssl=true",
    "postgres://kassa:pw@127.0.0.1/kassa",
    "postgres://kassa:pw@localhost/kassa",
    "postgres:///kassa?host=/var/run/postgresql",
  ])
    assert.deepEqual(found("https://pay.example", url), [], url);
});
