import { payerId, renderOrder } from "./render-order.ts";
import type { Funding, Order } from "./state.ts";
import type { World } from "./world.ts";

/** What a customer does on PayPal's page. */
export type ApprovalChoice = { readonly outcome: "approve" | "cancel" } & Funding;

export type ApprovalResult =
  /** Where the customer's browser goes; null if the order has no such address. */
  | { readonly kind: "return"; readonly url: string | null }
  /** The order is gone or completed. */
  | { readonly kind: "over" };

export function actOnOrder(world: World, order: Order, choice: ApprovalChoice): ApprovalResult {
  if (order.expired || order.status === "COMPLETED") return { kind: "over" };
  const { outcome, ...funding } = choice;
  const { return_url, cancel_url } = order.context;
  // The order of a customer who cancels stays as it is, and may be approved later.
  if (outcome === "cancel") return { kind: "return", url: withParameters(cancel_url, { token: order.id }) };
  order.funding = funding;
  order.status = "APPROVED";
  order.updated = world.clock.now();
  world.notify("CHECKOUT.ORDER.APPROVED", renderOrder(world, order));
  return { kind: "return", url: withParameters(return_url, { token: order.id, PayerID: payerId }) };
}

function withParameters(
  address: string | undefined,
  parameters: Readonly<Record<string, string>>,
): string | null {
  if (address === undefined) return null;
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return url.href;
}
