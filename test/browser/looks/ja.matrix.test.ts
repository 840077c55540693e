import { lookAtEveryState } from "./look-at-states.ts";

lookAtEveryState("ja", { axe: false });
