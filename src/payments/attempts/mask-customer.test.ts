import assert from "node:assert/strict";
import { test } from "node:test";
import { maskCustomer } from "./mask-customer.ts";

const address = {
  ...{
    country: "DE",
    line1: "Lindenstr. 5 (Hof)",
    line2: null,
    district: null,
    city: "Berlin",
    region: null,
  },
  ...{ regionName: null, postalCode: "10969" },
};

test("a PSP's words are logged without what the customer entered", () => {
  const customer = {
    ...{
      email: "ada@example.com",
      name: "Ada Lovelace",
      phone: "+49 30 (1234) 567",
      billingAddress: address,
    },
    ...{ shippingAddress: null },
  };
  assert.equal(
    maskCustomer(
      "422 invalid: street 'LINDENSTR. 5 (HOF)' in 10969 Berlin, DE isn't known to ada@example.com, lovelace, +49301234567",
      { customer, customerEmail: "ada@example.com" },
    ),
    "422 invalid: street '…' in … …, DE isn't known to …, …, …",
  );
});

test("what is sent in parts is masked in parts: names of two words, and American postcodes without their extension", () => {
  const customer = {
    ...{ name: "Ada King Lovelace", phone: null, billingAddress: { ...address, postalCode: "62701-1234" } },
    ...{ shippingAddress: { ...address, recipient: "Grace Hopper" } },
  };
  assert.equal(
    maskCustomer("422 invalid: lastName Hopper, firstName Ada King, postalCode 62701", {
      customer,
      customerEmail: null,
    }),
    "422 invalid: lastName …, firstName … …, postalCode …",
  );
});

test("words are left as they are where the customer entered nothing", () => {
  assert.equal(maskCustomer("422 invalid currency", { customerEmail: null }), "422 invalid currency");
});
