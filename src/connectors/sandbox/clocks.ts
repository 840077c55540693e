import type { PspClocks } from "../psp-clocks.ts";
import type { Client } from "./client.ts";
import { translateClock, translateDue } from "./translate.ts";

/** Reads and sets the simulated PSP's clocks over HTTP. */
export function sandboxClocks(client: Client): PspClocks {
  const pathOf = (clock: string) => `/clocks/${encodeURIComponent(clock)}`;
  return {
    nextDue: async ({ account, clock, until }, { timeoutMs }) => {
      const path = `${pathOf(clock)}/due?${new URLSearchParams({ until })}`;
      return translateDue(await client({ account, method: "GET", path, timeoutMs }));
    },
    set: async ({ account, clock }, { timeoutMs }) => {
      const body = { now: clock.now };
      const response = await client({ account, method: "PUT", path: pathOf(clock.id), body, timeoutMs });
      return translateClock(response, clock.id);
    },
  };
}
