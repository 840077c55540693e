import assert from "node:assert/strict";
import { test } from "node:test";
import { type UpiField, type UpiPayment, upiLink } from "./upi-link.ts";

/** The example of NPCI's UPI Linking Specifications 1.6, chapter 2. */
const specified =
  "upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&mc=0000&tid=cxnkjcnkjdfdvjndkjfvn&tr=4894398cndhcd23&tn=Pay%20to%20mystar%20store&am=10&mam=null&cu=INR&url=https://mystar.com/orderid=9298yw89e8973e87389e78923ue892";

const nadeem: UpiPayment = {
  upiId: "nadeem@npci",
  accountHolder: "nadeem chinna",
  amountMinor: 1_000,
  currency: "INR",
  reference: "4894398cndhcd23",
  note: "Pay to mystar store",
};

test("UPI: the specification's example, without the parameters that Kassa doesn't send", () => {
  const link = upiLink(nadeem);
  assert.ok(link.ok);
  const unsent = /^(mc|tid|mam|url)=/;
  const parameters = specified.slice("upi://pay?".length).split("&");
  const expected = parameters.filter((parameter) => !unsent.test(parameter)).join("&");
  // The example has 10 rupees without decimals, which are optional.
  assert.equal(link.value.replace("am=10.00", "am=10"), `upi://pay?${expected}`);
});

test("UPI: texts can't add parameters, and an empty note is left out", () => {
  const link = upiLink({ ...nadeem, accountHolder: "A&am=1#é", note: "" });
  assert.deepEqual(link, {
    ok: true,
    value: "upi://pay?pa=nadeem@npci&pn=A%26am%3D1%23%C3%A9&tr=4894398cndhcd23&am=10.00&cu=INR",
  });
});

test("UPI: a fault names its field and what to change", () => {
  const faults: readonly [UpiField, Partial<UpiPayment>, RegExp][] = [
    ["upiId", { upiId: "nadeem" }, /name@bank/],
    ["upiId", { upiId: "na&am=1@npci" }, /name@bank/],
    ["accountHolder", { accountHolder: " " }, /is missing/],
    ["currency", { currency: "EUR" }, /INR/],
    ["amountMinor", { amountMinor: -1 }, /integer/],
    ["reference", { reference: "a b" }, /letters, digits/],
    ["reference", { reference: "a".repeat(36) }, /1 to 35/],
    ["note", { note: "x".repeat(51) }, /at most 50/],
  ];
  for (const [field, change, detail] of faults) {
    const link = upiLink({ ...nadeem, ...change });
    assert.ok(!link.ok, `${field} ${JSON.stringify(change)}`);
    assert.equal(link.failure.field, field);
    assert.match(link.failure.detail, detail);
  }
});
