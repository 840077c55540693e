import type { DisputeDeps } from "../disputes/deps.ts";
import type { ClockDeliveryDeps } from "../webhooks/delivery/on-clock.ts";

/** What advancing a clock takes: all that those rooms take whose work waits on clocks. */
export type ClockDeps = DisputeDeps &
  ClockDeliveryDeps & {
    /** Whether this process is told to end: then another one goes on. */
    readonly stopping: () => boolean;
  };
