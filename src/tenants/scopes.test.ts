import assert from "node:assert/strict";
import { test } from "node:test";
import { allows, isScope, resources, scopes } from "./scopes.ts";

test("full allows everything, write includes read, and no scope reaches another resource", () => {
  for (const resource of resources) {
    for (const access of ["read", "write"] as const) {
      assert.equal(allows(["full"], resource, access), true);
      assert.equal(allows([], resource, access), false);
      assert.equal(allows([`${resource}:write`], resource, access), true);
      assert.equal(allows([`${resource}:read`], resource, access), access === "read");
      const others = resources
        .filter((other) => other !== resource)
        .map((other) => `${other}:write` as const);
      assert.equal(allows(others, resource, access), false);
      assert.equal(allows([...others, `${resource}:${access}`], resource, access), true);
    }
  }
});

test("recognises exactly the names of scopes", () => {
  assert.equal(new Set(scopes).size, 1 + 2 * resources.length);
  for (const scope of scopes) assert.equal(isScope(scope), true);
  for (const text of ["", "Full", "events", "events:delete", "events:read ", "*"])
    assert.equal(isScope(text), false, text);
});
