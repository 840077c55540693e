/** The two worlds of every tenant. Nothing of one is ever visible in the other. */
export type Mode = "live" | "sandbox";

export const modes: readonly Mode[] = ["live", "sandbox"];
