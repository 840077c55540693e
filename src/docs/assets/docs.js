// This script copies code, makes tabs of examples in several languages, and opens the search. Everything else works without it. It
// creates elements and text but parses no HTML, so the pages can require Trusted Types and allow no policy.

(() => {
  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  /** Storage may be forbidden; then the choice lasts until the next page. */
  const store = {
    get: (name) => {
      try {
        return localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    set: (name, value) => {
      try {
        localStorage.setItem(name, value);
      } catch {}
    },
  };

  const addCopyButton = (block) => {
    const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code").textContent);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    });
    block.append(button);
  };

  const tabGroups = [];

  const selectTab = (name) => {
    for (const { buttons, panels } of tabGroups) {
      if (!buttons.some((button) => button.textContent === name)) continue;
      buttons.forEach((button, at) => {
        const isChosen = button.textContent === name;
        button.setAttribute("aria-selected", String(isChosen));
        button.tabIndex = isChosen ? 0 : -1;
        panels[at].hidden = !isChosen;
      });
    }
  };

  /** The group that was used stays where it is on the screen, although others above it change their height. */
  const chooseTab = (button) => {
    const before = button.getBoundingClientRect().top;
    selectTab(button.textContent);
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: "instant" });
    store.set("kassa-docs-language", button.textContent);
  };

  const moveInTabs = (event, buttons) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length);
    chooseTab(next);
    next.focus();
  };

  const makeTabs = (group, number) => {
    const panels = [...group.querySelectorAll(".tab")];
    const buttons = panels.map((panel, at) => {
      const button = element("button", { type: "button", textContent: panel.dataset.tab });
      button.setAttribute("role", "tab");
      button.id = `tab-${number}-${at}`;
      panel.id = `panel-${number}-${at}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", button.id);
      button.setAttribute("aria-controls", panel.id);
      button.addEventListener("click", () => chooseTab(button));
      button.addEventListener("keydown", (event) => moveInTabs(event, buttons));
      return button;
    });
    const list = element("div", { className: "tab-list" }, ...buttons);
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    group.prepend(list);
    group.classList.add("ready");
    tabGroups.push({ buttons, panels });
    selectTab(buttons[0].textContent);
  };

  /** The link of the contents whose section is being read. */
  const followReading = () => {
    const links = [...document.querySelectorAll(".contents a")];
    const targets = links.map((link) => document.getElementById(link.hash.slice(1)));
    const mark = () => {
      // The last sections may be too short to be scrolled to the top.
      const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const reached = isAtEnd
        ? links.length - 1
        : targets.findLastIndex((target) => target?.getBoundingClientRect().top < 120);
      links.forEach((link, at) => {
        link.classList.toggle("reading", at === Math.max(reached, 0));
      });
    };
    if (links.length > 0) {
      addEventListener("scroll", mark, { passive: true });
      mark();
    }
  };

  /** The reference of the API was one page: its anchors lead to the pages where the sections are now. */
  const followMovedAnchor = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && "moved" in target.dataset) location.replace(target.href);
  };

  const searchButton = document.querySelector(".search-button");

  /** Letters that are typed while the search loads are searched, too. */
  const openSearch = async () => {
    let typed = "";
    const keep = (event) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      typed += event.key;
    };
    addEventListener("keydown", keep, true);
    try {
      const { open } = await import(searchButton.dataset.script);
      open(searchButton.dataset.index, typed);
    } finally {
      removeEventListener("keydown", keep, true);
    }
  };

  const isTyping = ({ target }) => target.closest("input, textarea, select, [contenteditable]") !== null;

  const onKey = (event) => {
    const isShortcut = event.key === "/" || (event.key === "k" && (event.metaKey || event.ctrlKey));
    if (!isShortcut || (event.key === "/" && (isTyping(event) || event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    openSearch();
  };

  followMovedAnchor();
  for (const block of document.querySelectorAll(".code")) addCopyButton(block);
  document.querySelectorAll(".tabs").forEach(makeTabs);
  const language = store.get("kassa-docs-language");
  if (language !== null) selectTab(language);
  followReading();
  document.querySelector(".side [aria-current]")?.scrollIntoView({ block: "nearest" });
  searchButton.hidden = false;
  searchButton.addEventListener("click", openSearch);
  addEventListener("keydown", onKey);
})();
