import { ruleOf, rulesFor } from "./card-number.js";
import { digitsIn } from "./digits.js";

const fillIn = (form, values) => {
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements[name];
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
};

const codeFor = (digits) => {
  const rule = ruleOf(digits, rulesFor(document.getElementById("number")));
  return "1234".slice(0, rule?.codeLength ?? 3);
};

/** Values for the other fields of the form of a test number. */
const otherTestValues = (field, number) => {
  if (field === "iban") return { holder: "Kim Test" };
  const year = String((new Date().getFullYear() + 2) % 100).padStart(2, "0");
  return { expiry: `12 / ${year}`, cvc: codeFor(digitsIn(number)) };
};

/** Adds a button to each test number that fills in the form. */
export const addTestNumberButtons = (drawer) => {
  for (const row of drawer.querySelectorAll("[data-fills]")) {
    const field = row.dataset.fills;
    const { form } = document.getElementById(field);
    const method = document.getElementById(field).closest(".method");
    const number = row.querySelector(".test-number").textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = drawer.dataset.useLabel;
    button.setAttribute("aria-label", `${drawer.dataset.useLabel} ${number}`);
    button.addEventListener("click", () => {
      fillIn(form, { [field]: number, ...otherTestValues(field, number) });
      drawer.closest("details").open = false;
      if (method) method.querySelector(".choice").checked = true;
      (method ?? form).querySelector(".primary").focus();
    });
    row.append(button);
  }
};
