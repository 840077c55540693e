import type { Call } from "./call.ts";
import { resourceMissing } from "./errors.ts";
import type { Intent } from "./state.ts";

export function findIntent(call: Call, id: string = call.id, param = "intent"): Intent {
  const intent = call.world.state.intents.get(id);
  if (intent?.livemode !== call.livemode) throw resourceMissing("payment_intent", id, param);
  return intent;
}
