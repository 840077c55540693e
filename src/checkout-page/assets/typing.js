import { groupNumber, ruleOf, rulesFor } from "./card-number.js";
import { digitsIn, latinDigits } from "./digits.js";

/** "MM / YY", as far as it has been typed. A first digit of 2 to 9 is a whole month. */
export const formatExpiry = (text, deleting) => {
  const typed = latinDigits(text).trim();
  const yearFirst = /^(\d{4})-(\d{1,2})$/.exec(typed);
  const parts = yearFirst ? [yearFirst[2], yearFirst[1]] : typed.split(/[\s./-]+/);
  const separated = parts.length > 1 && parts[0] !== "";
  const digits = typed.replace(/\D/g, "");
  let month = separated ? parts[0].replace(/\D/g, "") : digits.slice(0, 2);
  let rest = separated ? parts.slice(1).join("").replace(/\D/g, "") : digits.slice(2);
  if (month.length > 2) [month, rest] = [month.slice(0, 2), month.slice(2) + rest];
  if ((month.length === 1 && month > "1") || (month.length === 1 && separated)) month = `0${month}`;
  const year = rest.length >= 4 ? rest.slice(2, 4) : rest;
  if (month.length < 2 || (deleting && year === "")) return month;
  return `${month} / ${year}`;
};

const caretAfterDigits = (text, count) => {
  let seen = 0;
  let position = 0;
  while (position < text.length && seen < count) {
    if (/\d/.test(text[position])) seen += 1;
    position += 1;
  }
  return position;
};

/** Sets a field's text, and keeps the caret after the same digit. */
const setText = (input, text) => {
  if (input.value === text) return;
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret === input.value.length;
  const digitsBefore = digitsIn(input.value.slice(0, caret)).length;
  input.value = text;
  if (document.activeElement !== input) return;
  const position = atEnd ? text.length : caretAfterDigits(text, digitsBefore);
  input.setSelectionRange(position, position);
};

/** Shows the brand in the field and among the accepted ones, and where its security code is. */
const showBrand = (input, rule) => {
  const { brand = "unknown", codeLength = "" } = rule ?? {};
  const own = input.parentElement.querySelector(".brand");
  if (rule === undefined) delete own.dataset.mark;
  else own.dataset.mark = brand;
  for (const mark of input.form.querySelectorAll(".accepted [data-mark]"))
    mark.classList.toggle("other", rule !== undefined && mark.dataset.mark !== brand);
  const hint = document.getElementById("cvc-hint");
  hint.dataset.unknown ??= hint.textContent;
  const text = document.getElementById("cvc").dataset[`hint-${codeLength}`] ?? hint.dataset.unknown;
  if (hint.textContent !== text) hint.textContent = text;
};

const enhanceNumber = (input) => {
  const rules = rulesFor(input);
  const update = () => {
    const digits = digitsIn(input.value).slice(0, 19);
    setText(input, groupNumber(digits, rules));
    showBrand(input, ruleOf(digits, rules));
  };
  // Backspace after a space deletes the digit before it. Otherwise the space would reappear.
  input.addEventListener("keydown", (event) => {
    const caret = input.selectionStart;
    const collapsed = caret === input.selectionEnd;
    if (event.key === "Backspace" && collapsed && input.value[caret - 1] === " ") {
      input.setSelectionRange(caret - 1, caret - 1);
    }
  });
  input.addEventListener("input", update);
  update();
};

const enhanceExpiry = (input) => {
  input.addEventListener("input", (event) => {
    const deleting = (event.inputType ?? "").startsWith("delete");
    // Deleting the slash leaves the month as it is.
    const text = deleting ? input.value.replace(/\s*\/?\s*$/, "") : input.value;
    setText(input, formatExpiry(text, deleting));
  });
};

const enhanceCvc = (input) => {
  input.addEventListener("input", () => setText(input, digitsIn(input.value).slice(0, 4)));
};

/** Formats an IBAN as banks print it: capitals in groups of four. */
const enhanceIban = (input) => {
  input.addEventListener("input", (event) => {
    // Otherwise a deleted space would reappear.
    if ((event.inputType ?? "").startsWith("delete")) return;
    const characters = latinDigits(input.value)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "");
    const atEnd = input.selectionStart === input.value.length;
    if (atEnd) input.value = characters.replace(/.{4}(?=.)/g, "$& ");
  });
};

/** Formats what is typed into the fields of the page. */
export const enhanceTyping = () => {
  const enhance = { number: enhanceNumber, expiry: enhanceExpiry, cvc: enhanceCvc, iban: enhanceIban };
  for (const [id, enhanceInput] of Object.entries(enhance)) {
    const input = document.getElementById(id);
    if (input) enhanceInput(input);
  }
};
