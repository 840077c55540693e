/** A wake-up call that can be handed out before the job exists that it wakes. Until then calls do nothing. */
export type WakeUp = {
  wake(): void;
  /** Has each call wake this job from now on. */
  connect(job: { wake(): void }): void;
};

export function makeWakeUp(): WakeUp {
  let connected = { wake: (): void => {} };
  return {
    wake: () => connected.wake(),
    connect: (job) => {
      connected = job;
    },
  };
}
