import type { DisputeDeps } from "../disputes/deps.ts";
import type { ClockDeliveryDeps } from "../webhooks/delivery/on-clock.ts";

/** What advancing a clock needs: the dependencies of all rooms whose work can wait for a clock. */
export type ClockDeps = DisputeDeps &
  ClockDeliveryDeps & {
    /** Whether this process is shutting down. Another process then continues the advance. */
    readonly stopping: () => boolean;
  };
