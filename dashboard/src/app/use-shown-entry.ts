import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** Keeps the entry of the open screen in sight within a menu that scrolls: when another is opened, and when the menu's size changes. */
export function useShownEntry(): RefObject<HTMLDivElement | null> {
  const router = useRouter();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = menu.current;
    if (!viewport) return;
    const show = (): void => viewport.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
    // Then the router has put back where the menu was scrolled to before.
    const stopListening = router.subscribe("onRendered", show);
    const sizes = new ResizeObserver(show);
    for (const part of [viewport, ...viewport.children]) sizes.observe(part);
    return () => {
      stopListening();
      sizes.disconnect();
    };
  }, [router]);
  return menu;
}
