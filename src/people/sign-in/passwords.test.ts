import assert from "node:assert/strict";
import { test } from "node:test";
import { hashNewPassword, hashPassword, verifyPassword } from "./passwords.ts";

// Most other tests of people use a Kassa whose hashes cost less.

test("a hash costs what is usual, and is another for each person with the same password", async () => {
  const [hash, another] = [await hashPassword("a long walk"), await hashPassword("a long walk")];
  assert.match(hash, /^scrypt\$65536\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.notEqual(hash, another);
  assert.ok(await verifyPassword("a long walk", hash));
  assert.ok(!(await verifyPassword("a long talk", hash)));
});

test("a new password has the usual cost, too", async () => {
  const hashed = await hashNewPassword("a long walk by the sea", []);
  assert.ok(hashed.ok);
  assert.match(hashed.value, /^scrypt\$65536\$8\$1\$/);
});

test("a password is verified at the cost of its hash, however its letters are composed", async () => {
  const hash = await hashPassword("caf\u00e9 by the sea", { N: 4, r: 8, p: 1 });
  assert.match(hash, /^scrypt\$4\$8\$1\$/);
  assert.ok(await verifyPassword("cafe\u0301 by the sea", hash));
  assert.ok(!(await verifyPassword("cafe by the sea", hash)));
});

test("a hash of another form belongs to no password", async () => {
  for (const hash of ["", "bcrypt$65536$8$1$x$y", "plain"]) assert.ok(!(await verifyPassword("plain", hash)));
});
