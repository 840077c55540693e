import { toAmount } from "./amounts.ts";
import { documentation, link, toTime } from "./links.ts";
import type { Capture, Chargeback, Refund } from "./state.ts";
import type { World } from "./world.ts";

export function renderCapture(world: World, capture: Capture): object {
  return {
    resource: "capture",
    ...common(capture),
    mode: capture.livemode ? "live" : "test",
    description: capture.description,
    metadata: capture.metadata,
    status: capture.status,
    _links: links(world, capture, "captures"),
  };
}

export function renderRefund(world: World, refund: Refund): object {
  return {
    resource: "refund",
    ...common(refund),
    mode: refund.livemode ? "live" : "test",
    description: refund.description,
    metadata: refund.metadata,
    status: refund.status,
    _links: links(world, refund, "refunds"),
  };
}

export function renderChargeback(world: World, chargeback: Chargeback): object {
  const { reversedAt } = chargeback;
  return {
    resource: "chargeback",
    ...common(chargeback),
    settlementAmount: toAmount(-chargeback.amount, chargeback.currency),
    reason: chargeback.reason,
    reversedAt: reversedAt === null ? null : toTime(reversedAt),
    _links: links(world, chargeback, "chargebacks"),
  };
}

type Movement = Capture | Refund | Chargeback;

function common({ id, amount, currency, payment, created, settlement }: Movement): object {
  return {
    id,
    amount: toAmount(amount, currency),
    paymentId: payment,
    createdAt: toTime(created),
    ...(settlement === null ? {} : { settlementId: settlement }),
  };
}

function links(world: World, { id, payment }: Movement, name: string): object {
  return {
    self: link(world, `/payments/${payment}/${name}/${id}`),
    payment: link(world, `/payments/${payment}`),
    documentation: documentation(),
  };
}
