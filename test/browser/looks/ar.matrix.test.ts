import { lookAtEveryState } from "./look-at-states.ts";

lookAtEveryState("ar", { axe: true });
