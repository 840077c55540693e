import { renderBalanceTransaction, renderDispute, renderPayout, renderRefund } from "./render-money.ts";
import { renderCharge, renderIntent, renderSession } from "./render-payment.ts";
import {
  type Charge,
  type Dispute,
  type Intent,
  makeId,
  type Payout,
  type Refund,
  type Session,
  type Stored,
} from "./state.ts";
import type { World } from "./world.ts";

/** Records an event with the object as it is now, and has it delivered. */
export function emit(
  world: World,
  type: string,
  object: Record<string, unknown>,
  livemode: boolean,
  previous?: object,
): void {
  const event = {
    id: makeId("evt"),
    livemode,
    created: world.clock.now(),
    type,
    object: structuredClone(object),
    previous,
    request: { id: world.request?.id ?? null, idempotency_key: world.request?.idempotencyKey ?? null },
    pendingWebhooks: 0,
  };
  world.state.events.set(event.id, event);
  world.send(event);
}

export function emitSession(world: World, type: string, session: Session): void {
  emit(world, `checkout.session.${type}`, renderSession(world, session), session.livemode);
}

export function emitIntent(world: World, type: string, intent: Intent): void {
  emit(world, `payment_intent.${type}`, renderIntent(world, intent), intent.livemode);
}

export function emitCharge(world: World, type: string, charge: Charge, previous?: object): void {
  emit(world, `charge.${type}`, renderCharge(world, charge), charge.livemode, previous);
}

export function emitRefund(world: World, type: string, refund: Refund): void {
  emit(world, type, renderRefund(world, refund), refund.livemode);
}

export function emitDispute(world: World, type: string, dispute: Dispute): void {
  emit(world, `charge.dispute.${type}`, renderDispute(world, dispute), dispute.livemode);
}

export function emitPayout(world: World, type: string, payout: Payout): void {
  emit(world, `payout.${type}`, renderPayout(payout), payout.livemode);
}

/** The object with this id as the API shows it; undefined if there is none in this mode. */
export function renderById(world: World, id: string, livemode: boolean): Record<string, unknown> | undefined {
  const { state } = world;
  const show = <Item extends Stored>(
    items: Map<string, Item>,
    render: (item: Item) => Record<string, unknown>,
  ) => {
    const item = items.get(id);
    return item?.livemode === livemode ? render(item) : undefined;
  };
  switch (id.slice(0, id.indexOf("_"))) {
    case "cs":
      return show(state.sessions, (session) => renderSession(world, session));
    case "pi":
      return show(state.intents, (intent) => renderIntent(world, intent));
    case "ch":
      return show(state.charges, (charge) => renderCharge(world, charge));
    case "re":
      return show(state.refunds, (refund) => renderRefund(world, refund));
    case "du":
      return show(state.disputes, (dispute) => renderDispute(world, dispute));
    case "txn":
      return show(state.balanceTransactions, renderBalanceTransaction);
    case "po":
      return show(state.payouts, renderPayout);
    default:
      return undefined;
  }
}
