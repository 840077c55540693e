import type { Mode } from "../kernel/mode.ts";
import type { ConnectorAccount } from "./connector-account.ts";
import type { CallOptions, Connector, HostedPages } from "./contract.ts";
import { exchangesOfCall, type PspExchange } from "./exchanges.ts";

/** The calls about a charge, as the contract names them. */
export type PspOperation =
  | "authorize"
  | "begin"
  | "finish"
  | "capture"
  | "void"
  | "refund"
  | "findCharge"
  | "findMovement";

/** A call to a PSP about an attempt, and what came of it. It has nothing of the customer and no credentials. */
export type PspCall = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly attempt: string;
  readonly connector: string;
  readonly connectorAccount: string;
  readonly operation: PspOperation;
  /** The outcome's kind, such as "approved"; of a look-up, that of what was found. */
  readonly outcome: string;
  /** Why it was declined, refused, or isn't known. */
  readonly detail: string | null;
  readonly durationMs: number;
  readonly exchanges: readonly PspExchange[];
};

/** It may not throw: the outcome would be lost to its caller, and have to be looked up. */
export type OnPspCall = (call: PspCall) => void;

type Charge = { readonly account: ConnectorAccount; readonly idempotencyKey: string };
type Outcome = {
  readonly kind: string;
  readonly reason?: string;
  readonly detail?: string;
  readonly outcome?: Outcome;
};

/** The same connector, which tells of each call about a charge once it has ended. */
export function observeCalls(connector: Connector, onCall: OnPspCall): Connector {
  const observed: Observe = (operation, call) => async (request, options) => {
    const exchanges: PspExchange[] = [];
    const beganMs = performance.now();
    const outcome = await exchangesOfCall.run(exchanges, () => call(request, options));
    const durationMs = Math.round(performance.now() - beganMs);
    const { account, idempotencyKey: attempt } = "charge" in request ? request.charge : request;
    const { id: connectorAccount, tenantId, mode } = account;
    const place = { tenantId, mode, attempt, connector: connector.name, connectorAccount };
    onCall({ ...place, operation, ...describe(outcome), durationMs, exchanges });
    return outcome;
  };
  const { direct, hosted } = connector;
  return {
    ...connector,
    ...(direct && {
      direct: { ...direct, authorize: observed("authorize", (...call) => direct.authorize(...call)) },
    }),
    ...(hosted && { hosted: observeHosted(hosted, observed) }),
    capture: observed("capture", (...call) => connector.capture(...call)),
    void: observed("void", (...call) => connector.void(...call)),
    refund: observed("refund", (...call) => connector.refund(...call)),
    findCharge: observed("findCharge", (...call) => connector.findCharge(...call)),
    findMovement: observed("findMovement", (...call) => connector.findMovement(...call)),
  };
}

type Observe = <Request extends Charge | { readonly charge: Charge }, Result extends Outcome>(
  operation: PspOperation,
  call: (request: Request, options: CallOptions) => Promise<Result>,
) => (request: Request, options: CallOptions) => Promise<Result>;

function observeHosted(hosted: HostedPages, observed: Observe): HostedPages {
  const { finish } = hosted;
  return {
    ...hosted,
    begin: observed("begin", (...call) => hosted.begin(...call)),
    ...(finish && { finish: observed("finish", (...call) => finish.apply(hosted, call)) }),
  };
}

function describe({ kind, reason, detail, outcome }: Outcome): { outcome: string; detail: string | null } {
  if (outcome) return describe(outcome);
  return { outcome: kind, detail: reason ?? detail ?? null };
}
