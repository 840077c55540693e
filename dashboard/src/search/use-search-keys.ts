import { useEffect } from "react";

/** Whether somebody is typing, so that a "/" is a part of what they write. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** The key that opens the search: "/", wherever it is on the keyboard, and Ctrl or Cmd with K. Not over another dialog. */
export function useSearchKeys(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping(target);
      const isK = key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey;
      if ((!isSlash && !isK) || document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
}
