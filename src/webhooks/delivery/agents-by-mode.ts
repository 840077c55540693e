import type { Mode } from "../../kernel/mode.ts";
import { loopbackAllowed } from "../check-webhook-url.ts";
import { type GuardedAgents, makeGuardedAgents } from "./guarded-agent.ts";

/** The agents for each mode's endpoints: the sandbox's may be on this machine, where the operator allows it. */
export function makeAgents(allowLoopback: boolean): (mode: Mode) => GuardedAgents {
  const live = makeGuardedAgents({ allowLoopback: loopbackAllowed({ mode: "live", allowLoopback }) });
  const sandbox = makeGuardedAgents({ allowLoopback: loopbackAllowed({ mode: "sandbox", allowLoopback }) });
  return (mode) => (mode === "live" ? live : sandbox);
}
