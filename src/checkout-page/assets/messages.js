// Faults and messages look as the server renders them: they are copies of its empty elements, filled with its texts.

const kit = () => document.getElementById("form-kit");

/** The texts in the page's language. */
export const texts = () => JSON.parse(kit().dataset.texts);

const copyOf = (selector) => kit().content.querySelector(selector).cloneNode(true);

const append = (parent, tag, text = "") => {
  const element = document.createElement(tag);
  element.textContent = text;
  parent.append(element);
  return element;
};

const describe = (input, id, isDescribed) => {
  const others = (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((each) => each && each !== id);
  const ids = isDescribed ? [...others, id] : others;
  if (ids.length > 0) input.setAttribute("aria-describedby", ids.join(" "));
  else input.removeAttribute("aria-describedby");
};

/** Shows an input's fault, another one, or none. @param text of the fault; undefined for none */
export const showFault = (input, text) => {
  const id = `${input.id}-error`;
  document.getElementById(id)?.remove();
  describe(input, id, text !== undefined);
  if (text === undefined) return input.removeAttribute("aria-invalid");
  input.setAttribute("aria-invalid", "true");
  const fault = copyOf(".fault");
  fault.id = id;
  fault.querySelector("span").textContent = text;
  input.closest(".field").append(fault);
};

export const hideMessage = () => {
  const message = document.querySelector(".notice");
  if (!message) return;
  for (const input of document.querySelectorAll("[aria-describedby]"))
    describe(input, message.id || "-", false);
  message.remove();
};

const linkTo = (list, { id, text }) => {
  const link = append(append(list, "li"), "a", text);
  link.href = `#${id}`;
  link.addEventListener("click", (event) => {
    const field = document.getElementById(id);
    field.focus();
    // No entry in the browser's history, unless it can't have the focus.
    if (document.activeElement === field) event.preventDefault();
  });
};

/** The form with more than the fields of a payment method. */
const formOfDetails = () => document.querySelector(".details")?.closest("form");

/** Faults stand above all fields, every other message above those of the payment methods. */
const place = (message, heading, isOfFaults) => {
  const form = isOfFaults ? formOfDetails() : null;
  if (!form) return document.getElementById("method").after(message);
  heading.setAttribute("aria-level", "2");
  form.before(message);
};

/**
 * Shows a message above the forms and moves the focus there, or to the only faulty field, as the server does.
 *
 * @param links to fields with faults, with their texts
 */
export const showMessage = ({ title, paragraphs, links = [] }) => {
  hideMessage();
  const message = copyOf(".notice");
  const heading = message.querySelector("h3");
  const body = heading.nextElementSibling;
  heading.textContent = title;
  heading.id = "notice-title";
  body.id = "notice-text";
  message.setAttribute("aria-labelledby", heading.id);
  message.setAttribute("aria-describedby", body.id);
  if (links.length > 0) {
    const list = append(body, "ul");
    for (const link of links) linkTo(list, link);
  }
  for (const text of paragraphs) append(body, "p", text);
  place(message, heading, links.length > 0);
  document.title = kit().dataset.title;
  const only = links.length === 1 ? document.getElementById(links[0].id) : null;
  // The heading above the methods, to which a link may lead, can't have the focus.
  (only?.matches("input, select") ? only : message).focus();
};
