/** Wakes a job from its wait. It can be passed on before the job has started. */
export type WakeUp = { readonly wake: () => void; by(listener: () => void): void };

export function makeWakeUp(): WakeUp {
  let listener = (): void => {};
  return {
    wake: () => listener(),
    by: (given) => {
      listener = given;
    },
  };
}
