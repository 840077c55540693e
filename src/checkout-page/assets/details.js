import { showFault } from "./messages.js";

// The fields above the payment methods, which the merchant lets the page ask for.

const siblingsAfter = (element) => {
  const found = [];
  for (let each = element.nextElementSibling; each; each = each.nextElementSibling) found.push(each);
  return found;
};

const allAfter = (element, selector) =>
  siblingsAfter(element).flatMap((each) => [...each.querySelectorAll(selector)]);

/**
 * The fields of an address follow from its country. Takes them from the page that the button would show, so that nothing else of this
 * page changes: what was typed stays, and so does the focus. The browser parses that page into a document of its own, where no script
 * runs.
 */
const showOnChoice = (button) => {
  const choice = document.getElementById(button.dataset.shows);
  const { form } = choice;
  /** What was typed for another country, too. */
  const typed = new Map();
  let request;
  /** Lets the customer press it after all. */
  const offerButton = () => {
    button.hidden = false;
    button.type = "submit";
  };
  const load = () => {
    const fresh = request.response?.querySelector(`[data-shows="${button.dataset.shows}"]`);
    if (!fresh) return offerButton();
    for (const { name, value } of allAfter(button, "input")) if (value) typed.set(name, value);
    for (const old of siblingsAfter(button)) old.remove();
    button.after(...siblingsAfter(fresh));
    for (const focused of allAfter(button, "[autofocus]")) focused.removeAttribute("autofocus");
    for (const input of allAfter(button, "input")) input.value ||= typed.get(input.name) ?? "";
  };
  button.dataset.taken = "";
  button.hidden = true;
  // Otherwise the Enter key in another field would press it.
  button.type = "button";
  choice.addEventListener("change", () => {
    request?.abort();
    request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.responseType = "document";
    request.addEventListener("load", load);
    request.addEventListener("error", offerButton);
    const body = new URLSearchParams(new FormData(form));
    // The details of a payment aren't needed for it.
    for (const input of form.querySelectorAll(".method-fields input")) body.delete(input.name);
    body.set(button.name, button.value);
    request.send(body);
  });
};

/** @param whenReleased does something once nothing is being pressed */
export const watchDetails = (form, whenReleased) => {
  for (const button of form.querySelectorAll("[data-shows]")) showOnChoice(button);
  // A fault that the server has found stays until the field is changed and left.
  form.addEventListener("change", ({ target }) => {
    if (target.closest(".details") && target.getAttribute("aria-invalid"))
      whenReleased(() => showFault(target, undefined));
  });
};
