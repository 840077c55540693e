import { enhanceAmounts } from "./amounts.js";
import { enhanceForms } from "./payment-form.js";
import { addTestNumberButtons } from "./test-numbers.js";
import { enhanceTyping } from "./typing.js";

// This script makes typing easier, checks and sends the form, counts the deadline down, extends it, and shows the result as soon as
// there is one. The page also works without it, with the same forms and links. It creates text and elements but makes no
// HTML of strings, so the page can require Trusted Types and allow no policy.

(() => {
  const language = document.documentElement.lang;

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

  /**
   * Shows a time in the customer's zone. The server doesn't know it and names UTC. For languages whose dates a browser lacks, it would
   * use its own language, or name a month M11: they get the digits of ISO 8601, which are those of Swedish.
   */
  const showInOwnZone = (time) => {
    const format = (locale, dateStyle) =>
      new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short" }).format(new Date(time.dateTime));
    const inWords = format(language, "long");
    const isKnown = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 && !/M\d/.test(inWords);
    time.querySelector("bdi").textContent = isKnown ? inWords : format("sv", "short");
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

  /** Closes the menu of languages by Escape, and by a click elsewhere. */
  const closeLanguages = (event) => {
    const menu = document.querySelector(".languages details[open]");
    const isElsewhere = !event.composedPath().includes(menu);
    if (!menu || (event.type === "keydown" ? event.key !== "Escape" : !isElsewhere)) return;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  };

  addEventListener("keydown", closeLanguages);
  addEventListener("click", closeLanguages);
  enhanceTyping();
  enhanceForms();
  enhanceAmounts();
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
