// Quantities, promotion codes and tips. The server calculates: each change is sent at once, and what has changed on the page is taken
// from the page that the server answers with. The browser parses that one into a document of its own, where no script runs.

/** The form by which the amount is changed; null if it can't be. */
const amountForm = () => document.getElementById("amounts");

/** Takes the fields and buttons over from the form that pays: the form of the amount sends a change without what was typed there. */
const takeOver = (root) => {
  for (const each of root.querySelectorAll("[form=pay][name]")) each.setAttribute("form", "amounts");
};

const loadDocument = (method, url, body) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "document";
    request.addEventListener("load", () => resolve(request.response));
    request.addEventListener("error", reject);
    request.send(body);
  });

/** Where the focus goes when its element was replaced: a button that can't be pressed any more leaves it to the quantity beside it. */
const focusAgain = (id) => {
  const element = document.getElementById(id);
  if (!element || element === document.activeElement) return;
  (element.disabled ? element.parentElement.querySelector("input") : element).focus();
};

/** Takes what has changed from a fresh copy of this page. Everything else stays, and so does what was typed there. */
const takeFrom = (fresh) => {
  if (fresh) takeOver(fresh);
  const old = [...document.querySelectorAll("[data-live]")];
  const now = [...(fresh?.querySelectorAll("[data-live]") ?? [])];
  const form = fresh?.getElementById("amounts");
  // Another state, other items or other payment methods: the page is another.
  if (!form || old.length !== now.length || form.dataset.methods !== amountForm().dataset.methods)
    return location.replace(location.pathname + location.search);
  const { id } = document.activeElement;
  const faulty = fresh.querySelector("[form=amounts][aria-invalid], .tips [aria-invalid]");
  old.forEach((element, index) => {
    // What the customer has opened stays open, and counts as no difference.
    if (element.querySelector("details[open]")) now[index].querySelector("details")?.setAttribute("open", "");
    if (element.isEqualNode(now[index])) return;
    element.replaceWith(now[index]);
  });
  document.title = fresh.title;
  amountForm().querySelector("[role=status]").textContent = faulty ? "" : form.dataset.said;
  focusAgain(faulty?.id || id);
};

/** Shows the amount as it is now. */
export const refreshAmounts = async () => takeFrom(await loadDocument("GET", location.href));

let isSending = false;
/** The buttons that were pressed meanwhile; undefined for a field that was changed. */
const waiting = [];

const payButtons = () => document.querySelectorAll("[data-pay] .primary");

/** Sends one change after the other, so that each counts, in their order. Nobody pays in between. */
const sendChange = async (form, button) => {
  if (isSending) {
    waiting.push(button);
    return;
  }
  isSending = true;
  for (const each of payButtons()) each.setAttribute("aria-disabled", "true");
  const body = new URLSearchParams(new FormData(form));
  // A code that is still being typed.
  if (!button) body.delete("promotion_code");
  if (button?.name) body.set(button.name, button.value);
  try {
    takeFrom(await loadDocument("POST", form.action, body));
  } catch {
    location.replace(location.pathname + location.search);
  }
  isSending = false;
  for (const each of payButtons()) each.removeAttribute("aria-disabled");
  if (waiting.length > 0) sendChange(form, waiting.shift());
};

/** Sends a code that was typed but not applied, so that nobody pays without it. Returns whether there was one; the new total is shown then. */
export const sendTypedCode = () => {
  const field = document.getElementById("promotion_code");
  // A code that the page has refused stays in the field as its default.
  if (!field?.value.trim() || field.value === field.defaultValue) return false;
  sendChange(field.form, document.querySelector("button[name=set][value=code]"));
  return true;
};

/** Sends each change at once. */
export const enhanceAmounts = () => {
  const form = amountForm();
  if (!form) return;
  // The one that the Enter key presses in a field: without it, that would be the one that takes an item away.
  const button = document.createElement("button");
  button.tabIndex = -1;
  button.setAttribute("aria-hidden", "true");
  form.prepend(button);
  takeOver(document);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sendChange(form, event.submitter);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.form !== form || target.id === "promotion_code") return;
    // The other amount has to be typed first.
    if (target.id === "tip-custom") return document.getElementById("tip_amount").focus();
    sendChange(form);
  });
};
