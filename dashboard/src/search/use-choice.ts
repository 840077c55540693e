import { type KeyboardEvent, useEffect, useState } from "react";
import type { Hit } from "./hit.ts";
import { idOfHit } from "./hits.tsx";

const openHit = (hit: Hit): void => document.getElementById(idOfHit(hit))?.click();

/**
 * Which hit the arrow keys have chosen, at first the first one. Enter opens it; pressed before anything was found, it opens the first hit
 * as soon as there is one.
 *
 * @param typed what was typed; another text begins at the first hit again
 * @param isSettled whether nothing more will be found
 */
export function useChoice(typed: string, hits: readonly Hit[], isSettled: boolean) {
  const [chosen, setChosen] = useState({ typed, at: 0 });
  const [entered, setEntered] = useState<string | null>(null);
  const active = chosen.typed === typed ? Math.min(chosen.at, Math.max(0, hits.length - 1)) : 0;
  const current = hits[active];

  useEffect(() => {
    if (current) document.getElementById(idOfHit(current))?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const [first] = hits;
  useEffect(() => {
    if (entered === null || (!first && !isSettled)) return;
    setEntered(null);
    if (first && entered === typed) openHit(first);
  }, [entered, first, isSettled, typed]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (hits.length > 0) setChosen({ typed, at: (active + step + hits.length) % hits.length });
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (current) openHit(current);
    else if (typed !== "") setEntered(typed);
  };
  const choose = (hit: Hit): void => setChosen({ typed, at: hits.indexOf(hit) });
  return { active, choose, onKeyDown };
}
