// This script makes typing easier, prevents a second submit, counts the deadline down, extends it, and shows the result as soon as
// there is one. The page also works without it, with the same forms and links. It creates text and elements but parses no
// HTML, so the page can require Trusted Types and allow no policy.

(() => {
  const language = document.documentElement.lang;

  /** Converts Arabic and Persian digits to 0 to 9. The server converts those of more scripts. */
  const latinDigits = (text) =>
    text
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
  const digitsIn = (text) => latinDigits(text).replace(/\D/g, "");

  const cardBrandOf = (digits) => {
    if (/^4/.test(digits)) return "visa";
    if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return "mastercard";
    return /^3[47]/.test(digits) ? "amex" : "unknown";
  };

  /** Groups digits as they are printed on the card. */
  const groupNumber = (digits) => {
    const starts = cardBrandOf(digits) === "amex" ? [4, 10] : [4, 8, 12, 16];
    return Array.from(digits, (digit, index) => (starts.includes(index) ? ` ${digit}` : digit)).join("");
  };

  /** "MM / YY", as far as it has been typed. A first digit of 2 to 9 is a whole month. */
  const formatExpiry = (text, deleting) => {
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

  const enhanceNumber = (input) => {
    const update = () => {
      const digits = digitsIn(input.value).slice(0, 19);
      setText(input, groupNumber(digits));
      input.parentElement.dataset.brand = cardBrandOf(digits);
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

  /** Prevents a second submit. The server charges only once anyway; this shows the customer that the first click counts. */
  const guardSubmit = (form) => {
    const button = form.querySelector("button");
    const label = button.querySelector("[data-label]");
    form.addEventListener("submit", (event) => {
      if (button.getAttribute("aria-busy") === "true") {
        event.preventDefault();
        return;
      }
      button.setAttribute("aria-busy", "true");
      button.setAttribute("aria-disabled", "true");
      label.textContent = button.dataset.busy;
    });
    // After "back" the browser may restore the page with its busy button, although the session has been paid meanwhile.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) location.replace(form.action);
    });
  };

  const fillIn = (form, values) => {
    for (const [name, value] of Object.entries(values)) {
      const input = form.elements[name];
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };

  /** Values for the other fields of the form of a test number. */
  const otherTestValues = (field, number) => {
    if (field === "iban") return { holder: "Kim Test" };
    const year = String((new Date().getFullYear() + 2) % 100).padStart(2, "0");
    return { expiry: `12 / ${year}`, cvc: cardBrandOf(digitsIn(number)) === "amex" ? "1234" : "123" };
  };

  /** Adds a button to each test number that fills in the form. */
  const addTestNumberButtons = (drawer) => {
    for (const row of drawer.querySelectorAll("[data-fills]")) {
      const field = row.dataset.fills;
      const form = document.getElementById(field).form;
      const number = row.querySelector(".test-number").textContent;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = drawer.dataset.useLabel;
      button.setAttribute("aria-label", `${drawer.dataset.useLabel} ${number}`);
      button.addEventListener("click", () => {
        fillIn(form, { [field]: number, ...otherTestValues(field, number) });
        drawer.closest("details").open = false;
        const method = form.closest("details");
        if (method) method.open = true;
        form.querySelector("button").focus();
      });
      row.append(button);
    }
  };

  /** Adds a copy button to each fact, if the browser allows copying. */
  const addCopyButtons = (list) => {
    if (!navigator.clipboard) return;
    const { copyLabel, copiedLabel } = list.dataset;
    const announcement = document.querySelector(".announcement");
    for (const value of list.querySelectorAll("[data-copy]")) {
      const name = value.closest("div").querySelector("dt").textContent;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = copyLabel;
      button.setAttribute("aria-label", `${copyLabel}: ${name}`);
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(value.dataset.copy);
        button.textContent = copiedLabel;
        announcement.textContent = copiedLabel;
        setTimeout(() => {
          button.textContent = copyLabel;
          announcement.textContent = "";
        }, 2000);
      });
      value.after(button);
    }
  };

  const countdownText = (leftMs) => {
    const seconds = Math.max(0, Math.ceil(leftMs / 1000));
    const twoDigits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2, useGrouping: false });
    return `${twoDigits.format(Math.floor(seconds / 60))}:${twoDigits.format(seconds % 60)}`;
  };

  const hourMs = 3_600_000;
  const soonMs = 300_000;
  /** The earliest reload, so that a wrong clock can't make the page reload in a loop. */
  const minReloadMs = 10_000;

  /** Shows a time in the customer's zone. The server doesn't know it and names UTC. */
  const showInOwnZone = (time) => {
    const inWords = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });
    time.querySelector("bdi").textContent = inWords.format(new Date(time.dateTime));
  };

  /**
   * Counts down by the server's clock: the time at which it rendered the page, plus the time since then. Says once that less than
   * five minutes are left.
   */
  const watchDeadline = (element) => {
    const { expiresAt, now, countdown, reload } = element.dataset;
    const words = [...element.childNodes];
    const time = element.querySelector("time");
    const status = document.querySelector("[data-soon]");
    const form = document.querySelector("[data-status]");
    let endMs = 0;
    let isSaid = false;
    const say = (text, isSoon) => {
      status.className = isSoon ? "soon" : "";
      status.textContent = text;
    };
    const setEnd = (end, leftMs, sinceMs) => {
      endMs = sinceMs + Math.max(leftMs, 0);
      time.dateTime = end;
      showInOwnZone(time);
      element.replaceChildren(...words);
    };
    const tick = () => {
      const passedMs = performance.now();
      const leftMs = endMs - passedMs;
      const isLastHour = leftMs <= hourMs;
      if (isLastHour) {
        element.textContent = countdown.replace("{time}", `\u2068${countdownText(leftMs)}\u2069`);
      }
      if (form) form.hidden = !isLastHour || form.dataset.used === "true";
      if (status && leftMs <= soonMs && !isSaid) {
        isSaid = true;
        say(status.dataset.soon, true);
      }
      if (leftMs <= 0 && passedMs >= minReloadMs) {
        clearInterval(timer);
        location.replace(reload);
      }
    };
    const timer = setInterval(tick, 1000);
    setEnd(expiresAt, Date.parse(expiresAt) - Date.parse(now), 0);
    const onExtended = (end, leftMs) => {
      setEnd(end, leftMs, performance.now());
      isSaid = false;
      say(status.dataset.extended, false);
      // The button may be hidden now.
      element.tabIndex = -1;
      element.focus();
      tick();
    };
    if (form) enhanceMoreTime(form, reload, onExtended, () => say(status.dataset.failed, true));
  };

  /** Extends the session without leaving the page, so that nothing typed is lost. */
  const enhanceMoreTime = (form, reload, onExtended, onFailed) => {
    const button = form.querySelector("button");
    const extend = async () => {
      const body = new URLSearchParams(new FormData(form));
      await fetch(form.action, { method: "POST", body, redirect: "manual", credentials: "omit" });
      const answer = await fetch(form.dataset.status, { cache: "no-store", credentials: "omit" });
      if (!answer.ok) return onFailed();
      const { state, expiresAt, now, mayBeExtended } = await answer.json();
      if (state !== "open") return location.replace(reload);
      form.dataset.used = String(!mayBeExtended);
      const { shownEnd } = form.elements;
      if (shownEnd.value === expiresAt) return onFailed();
      shownEnd.value = expiresAt;
      onExtended(expiresAt, Date.parse(expiresAt) - Date.parse(now));
    };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (button.getAttribute("aria-busy") === "true") return;
      button.setAttribute("aria-busy", "true");
      await extend().catch(onFailed);
      button.removeAttribute("aria-busy");
    });
  };

  /** Polls the state, at first every second, later less often, and loads the page once the state has changed. */
  const watchStatus = (element) => {
    let polls = 0;
    const poll = async () => {
      polls += 1;
      try {
        const response = await fetch(element.dataset.statusUrl, { cache: "no-store", credentials: "omit" });
        const status = response.ok ? await response.json() : null;
        const { state, received } = element.dataset;
        const isMore = status?.received !== undefined && String(status.received) !== received;
        if (status && (status.state !== state || isMore)) {
          location.replace(element.dataset.reload);
          return;
        }
      } catch {
        // The browser is offline or the server is restarting: try again.
      }
      setTimeout(poll, polls < 10 ? 1000 : polls < 60 ? 3000 : 10_000);
    };
    setTimeout(poll, 1000);
  };

  const enhance = { number: enhanceNumber, expiry: enhanceExpiry, cvc: enhanceCvc, iban: enhanceIban };
  for (const [id, enhanceInput] of Object.entries(enhance)) {
    const input = document.getElementById(id);
    if (input) enhanceInput(input);
  }
  for (const form of document.querySelectorAll("[data-pay]")) guardSubmit(form);
  const drawer = document.querySelector("[data-use-label]");
  if (drawer) addTestNumberButtons(drawer);
  const facts = document.querySelector("[data-copy-label]");
  if (facts) addCopyButtons(facts);
  const deadline = document.querySelector("[data-expires-at]");
  if (deadline) watchDeadline(deadline);
  for (const time of document.querySelectorAll("[data-zone]")) showInOwnZone(time);
  const print = document.querySelector("[data-print]");
  if (print) {
    print.hidden = false;
    print.addEventListener("click", () => window.print());
  }
  const status = document.querySelector("[data-status-url]");
  if (status) watchStatus(status);
})();
