/** A nudge that can be handed out before there is anybody to take it. */
export function makeNudge(): { nudge: () => void; by: (listener: () => void) => void } {
  let listener = (): void => {};
  return {
    nudge: () => listener(),
    by: (given) => {
      listener = given;
    },
  };
}
