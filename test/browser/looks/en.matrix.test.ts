import { lookAtEveryState } from "./look-at-states.ts";

lookAtEveryState("en", { axe: true });
