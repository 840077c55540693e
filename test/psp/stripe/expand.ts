import { invalidRequest } from "./errors.ts";
import { renderById } from "./events.ts";
import { renderRefund } from "./render-money.ts";
import { renderLineItems } from "./sessions.ts";
import type { World } from "./world.ts";

type Rendered = Record<string, unknown>;

/** Replaces ids by their objects, as `expand[]` asks: `latest_charge.balance_transaction`, `data.payment_intent`. */
export function expand(world: World, body: object, paths: readonly string[], livemode: boolean): object {
  const copy: Rendered = structuredClone({ ...body });
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > 4) throw invalidRequest("You cannot expand more than 4 levels.", { param: "expand" });
    expandAt(world, copy, steps, path, livemode);
  }
  return copy;
}

function expandAt(
  world: World,
  at: Rendered,
  steps: readonly string[],
  path: string,
  livemode: boolean,
): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  const expanded = included(world, at, step) ?? valueAt(world, at[step], livemode);
  if (expanded === undefined)
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
  at[step] = expanded;
  const items = Array.isArray(expanded) ? expanded : [expanded];
  for (const item of items) if (item !== null) expandAt(world, item as Rendered, rest, path, livemode);
}

/** Lists that an object shows only when they are asked for. */
function included(world: World, at: Rendered, step: string): unknown {
  const { state } = world;
  const known = at[step];
  if (known !== undefined) return undefined;
  const session = state.sessions.get(String(at.id));
  if (session && step === "line_items") return renderLineItems(session);
  if (at.object !== "charge" || step !== "refunds") return undefined;
  const refunds = [...state.refunds.values()].filter(({ charge }) => charge === at.id).reverse();
  const data = refunds.slice(0, 10).map((refund) => renderRefund(world, refund));
  return { object: "list", data, has_more: refunds.length > 10, url: `/v1/charges/${at.id}/refunds` };
}

function valueAt(world: World, value: unknown, livemode: boolean): unknown {
  return typeof value === "string" ? renderById(world, value, livemode) : value;
}
