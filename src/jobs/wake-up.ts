/** A wake-up call that can be handed out before there is a job to wake. */
export function makeWakeUp(): { wake: () => void; by: (listener: () => void) => void } {
  let listener = (): void => {};
  return {
    wake: () => listener(),
    by: (given) => {
      listener = given;
    },
  };
}
