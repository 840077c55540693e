import { refreshAmounts, sendTypedCode } from "./amounts.js";
import { checkedInputs, faultOf } from "./checks.js";
import { watchDetails } from "./details.js";
import { hideMessage, showFault, showMessage, texts } from "./messages.js";

// Checks a form before it is sent, sends it, and shows the answer in place, so that nothing typed is lost.

/** Longer than the longest answer of a PSP and the pause after many declines. */
const longestAnswerMs = 60_000;

/** Shows that the form is being sent. The returned function makes the button as it was. */
const makeBusy = (button) => {
  const label = button.querySelector("[data-label]");
  const words = [...label.childNodes];
  button.setAttribute("aria-busy", "true");
  button.setAttribute("aria-disabled", "true");
  label.textContent = button.dataset.busy;
  return () => {
    button.removeAttribute("aria-busy");
    button.removeAttribute("aria-disabled");
    label.replaceChildren(...words);
  };
};

/**
 * @param faults codes by the ids of inputs
 * @param details the texts of the faults of other fields, and the title of all; missing if they have none
 */
const showFaults = (form, faults, details) => {
  const { faults: words, summary, nothingCharged } = texts();
  const others = (details?.faults ?? []).filter(({ id }) => document.getElementById(id));
  const links = [...others, ...Object.entries(faults).map(([id, code]) => ({ id, text: words[code] }))];
  const byId = Object.fromEntries(links.map(({ id, text }) => [id, text]));
  for (const input of form.elements) if (input.id) showFault(input, byId[input.id]);
  showMessage({ title: details?.title ?? summary[links.length - 1], paragraphs: [nothingCharged], links });
};

/** The button that pays: in a form of several methods that of the chosen one, even if the Enter key has pressed another. */
const buttonOf = (form) =>
  form.querySelector(".choice:checked ~ .method-fields .primary") ?? form.querySelector(".primary");

const post = async (form, button) => {
  const body = new URLSearchParams(new FormData(form));
  if (button.name) body.set(button.name, button.value);
  const response = await fetch(form.action, {
    method: "POST",
    body,
    headers: { accept: "application/json" },
    cache: "no-store",
    signal: AbortSignal.timeout(longestAnswerMs),
  });
  const answer = await response.json();
  // Anything else isn't Kassa's answer to a form, whatever sent it.
  if (answer.state !== "moved" && answer.state !== "open") throw new TypeError("not an answer to a form");
  return answer;
};

/** Empties the fields that have to be typed again, and shows what the server says. */
const showAnswer = (form, { attempts, faults, details, message, retype, totalChanged }) => {
  if (attempts !== undefined)
    for (const each of document.querySelectorAll("[data-pay]")) each.dataset.attempts = attempts;
  for (const id of retype) {
    const input = document.getElementById(id);
    input.value = "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const testNumbers = document.getElementById("test-cards");
  if (testNumbers && Object.values(faults).some((code) => code.endsWith("_not_test")))
    testNumbers.open = true;
  if (totalChanged) refreshAmounts();
  if (message) showMessage(message);
  else showFaults(form, faults, details);
};

/** The session's page, in its new state. */
const showPage = (form) => location.replace(form.action);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** After this many looks without a new attempt, the form can't have arrived. */
const looksWithoutAttempt = 3;

/**
 * No answer came, but the form may have arrived: asks for the session's state and shows the page as it is. It never sends the form
 * again by itself. Even if it arrives later, the server charges a session only once.
 *
 * @returns whether the form can be sent again; false if the page is replaced
 */
const recover = async (form) => {
  showMessage(texts().lost);
  const { pathname } = new URL(form.action);
  let looks = 0;
  while (looks < looksWithoutAttempt) {
    await pause(1000);
    try {
      const response = await fetch(`${pathname}/status`, { cache: "no-store" });
      if (!response.ok) continue;
      const { state, attempts } = await response.json();
      if (state !== "open" || String(attempts) !== form.dataset.attempts) {
        showPage(form);
        return false;
      }
      looks += 1;
    } catch {
      // Still offline.
    }
  }
  showMessage(texts().notSent);
  return true;
};

const send = async (form, button) => {
  hideMessage();
  const makeIdle = makeBusy(button);
  let answer;
  try {
    answer = await post(form, button);
  } catch {
    if (await recover(form)) makeIdle();
    return;
  }
  if (answer.state === "moved") {
    const isThisPage = new URL(answer.url, location.href).pathname === location.pathname;
    location[isThisPage ? "replace" : "assign"](answer.url);
    return;
  }
  makeIdle();
  showAnswer(form, answer);
};

let isPressed = false;

/** Waits until the mouse button or finger is up. Otherwise a new fault would move the button that is being pressed. */
const whenReleased = (work) => {
  if (isPressed) addEventListener("pointerup", () => setTimeout(work), { once: true });
  else work();
};

/** Checks an input when it is left, and from its first fault on with each character. */
const watchInput = (input, announcement) => {
  const update = (each) => showFault(each, texts().faults[faultOf(each)]);
  input.addEventListener("blur", () =>
    whenReleased(() => {
      if (input.value.trim() === "" || input.getAttribute("aria-invalid")) return;
      update(input);
      const code = faultOf(input);
      announcement.textContent = code ? texts().faults[code] : "";
    }),
  );
  input.addEventListener("input", () => {
    for (const each of checkedInputs(input.form)) if (each.getAttribute("aria-invalid")) update(each);
  });
};

/** The faults of the chosen payment method. Only the server checks other fields: it names the faults of all together. */
const faultsBeforeSending = (form) => {
  if (form.querySelector(".details")) return [];
  const fields = buttonOf(form).parentElement;
  const faults = checkedInputs(form)
    .filter((input) => fields.contains(input))
    .map((input) => [input.id, faultOf(input)]);
  return faults.filter(([, code]) => code !== undefined);
};

const enhanceForm = (form, announcement) => {
  for (const input of checkedInputs(form)) watchInput(input, announcement);
  watchDetails(form, whenReleased);
  form.addEventListener("submit", (event) => {
    // The button that shows the fields of a country, if the script couldn't.
    if (event.submitter?.dataset.shows) return;
    event.preventDefault();
    // Being sent already, or the amount is about to change.
    if (form.querySelector("[aria-busy=true], .primary[aria-disabled=true]")) return;
    const button = buttonOf(form);
    announcement.textContent = "";
    if (sendTypedCode()) return;
    const found = faultsBeforeSending(form);
    if (found.length > 0) return showFaults(form, Object.fromEntries(found));
    announcement.textContent = button.dataset.busy;
    send(form, button).finally(() => {
      announcement.textContent = "";
    });
  });
};

/** Makes the payment forms better than plain forms. */
export const enhanceForms = () => {
  const forms = document.querySelectorAll("[data-pay]");
  if (forms.length === 0) return;
  addEventListener("pointerdown", () => {
    isPressed = true;
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      isPressed = false;
    });
  // Faults that appear while somebody is in the next field already. Messages get the focus instead.
  const announcement = document.createElement("p");
  announcement.className = "announcement";
  announcement.setAttribute("role", "status");
  document.getElementById("payment").append(announcement);
  for (const form of forms) enhanceForm(form, announcement);
  // After "back" the browser may restore the page with its busy button, although the session has been paid meanwhile.
  addEventListener("pageshow", (event) => {
    if (event.persisted) showPage(forms[0]);
  });
};
