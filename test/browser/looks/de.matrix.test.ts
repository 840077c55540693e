import { lookAtEveryState } from "./look-at-states.ts";

lookAtEveryState("de", { axe: false });
