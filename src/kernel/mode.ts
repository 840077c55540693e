/** The two modes of every tenant. Objects of one mode are never visible in the other. */
export type Mode = "live" | "sandbox";

export const modes: readonly Mode[] = ["live", "sandbox"];
