import type {
  BankEntry,
  CheckoutSession,
  ConnectorAccount,
  Dispute,
  Event,
  Page,
  PaymentLink,
  Refund,
  SettlementLine,
  StatementImport,
  WebhookEndpoint,
} from "@kassa/sdk";
import { RequestProblem } from "../api/problem.ts";
import { type Mode, type Place, request } from "../api/request.ts";
import { formatMoney } from "../components/money.tsx";
import { formatDay } from "../components/when.tsx";
import type { LoggedRequest } from "../developers/request-queries.ts";
import { counterpartyOf, signedAmount, textOf } from "../finance/bank/entry.ts";
import { type TextName, t } from "../texts/texts.ts";
import { type Hit, type HitGroup, inOneLine, toLinkHit, toSessionHit } from "./hit.ts";

/** An id of Kassa's, whose beginning says of what kind and mode it is. */
export function readId(text: string): { readonly prefix: string; readonly mode: Mode } | undefined {
  const [, prefix, mode] = /^([a-z]{2,4})_(live|sandbox)_[0-9A-Za-z]{37}$/.exec(text) ?? [];
  return prefix && (mode === "live" || mode === "sandbox") ? { prefix, mode } : undefined;
}

/** Ids that the search of payments finds its payment by. */
export const idsOfPayments: ReadonlySet<string> = new Set(["pay", "att", "cap", "vd", "co", "cs"]);

type Kind = {
  /** What the role has to allow. */
  readonly scope: string;
  readonly title: TextName;
  find(place: Place, id: string, signal: AbortSignal): Promise<Hit>;
};

const kind = <Item>(
  scope: string,
  title: TextName,
  path: string,
  toHit: (item: Item) => Omit<Hit, "id">,
): Kind => ({
  scope: `${scope}:read`,
  title,
  find: async (place, id, signal) => ({
    ...toHit(await request<Item>(`${path}/${encodeURIComponent(id)}`, { place, signal })),
    id,
  }),
});

type Part = Refund | Dispute;
/** A refund or dispute stands on its payment's page. */
const toPartHit = ({ amount, currency, status, payment, createdAt }: Part): Omit<Hit, "id"> => ({
  title: formatMoney(amount, currency),
  about: formatDay(createdAt),
  status,
  screen: "payments/$id",
  params: { id: payment },
});

/** What each kind of id, by its prefix, is and opens. */
const kinds: Readonly<Record<string, Kind>> = {
  cs: kind<CheckoutSession>("checkout_sessions", "nav.sessions", "/api/checkout/sessions", toSessionHit),
  pl: kind<PaymentLink>("checkout_sessions", "nav.payment-links", "/api/payment-links", toLinkHit),
  re: kind<Refund>("refunds", "nav.refunds", "/api/refunds", toPartHit),
  dp: kind<Dispute>("disputes", "nav.disputes", "/api/disputes", toPartHit),
  evt: kind<Event>("events", "nav.events", "/api/events", ({ id, type, createdAt }) => ({
    title: type,
    about: formatDay(createdAt),
    screen: "events/$id",
    params: { id },
  })),
  ben: kind<BankEntry>("bank_statements", "nav.bank", "/api/bank-entries", (entry) => ({
    title: formatMoney(signedAmount(entry), entry.currency),
    about: inOneLine(counterpartyOf(entry), textOf(entry)),
    status: entry.matchStatus,
    screen: "bank/entries/$id",
    params: { id: entry.id },
  })),
  sti: kind<StatementImport>("bank_statements", "nav.bank", "/api/bank-statements", (file) => ({
    title: file.fileName ?? file.id,
    about: formatDay(file.createdAt),
    status: file.status,
    screen: "bank/statements/$id",
    params: { id: file.id },
  })),
  we: kind<WebhookEndpoint>("webhook_endpoints", "nav.webhooks", "/api/webhook-endpoints", (endpoint) => ({
    title: endpoint.url,
    status: endpoint.status,
    screen: "webhooks/$id",
    params: { id: endpoint.id },
  })),
  ca: kind<ConnectorAccount>(
    "connector_accounts",
    "nav.connectors",
    "/api/connector-accounts",
    (account) => ({
      title: account.label,
      about: account.connector,
      status: account.status,
      screen: "connectors/$id",
      params: { id: account.id },
    }),
  ),
  rql: {
    ...kind<LoggedRequest>("", "nav.requests", "/dashboard/api/requests", (logged) => ({
      title: `${logged.method} ${logged.path}`,
      about: inOneLine(String(logged.status), formatDay(logged.at)),
      screen: "requests/$id",
      params: { id: logged.id },
    })),
    // Its bodies are for those who build the integration.
    scope: "webhook_endpoints:write",
  },
  stl: { scope: "balance:read", title: "nav.exceptions", find: findLine },
};

/** A line of a settlement has no page of its own. Those that nobody has explained yet stand among the exceptions. */
async function findLine(place: Place, id: string, signal: AbortSignal): Promise<Hit> {
  const path = "/api/settlement-lines?status=exception&limit=100";
  const { data } = await request<Page<SettlementLine>>(path, { place, signal });
  const line = data.find((each) => each.id === id);
  if (!line) throw new RequestProblem(404, {});
  const about = inOneLine(line.about ?? line.pspReference, formatDay(line.bookedAt));
  return { id, title: formatMoney(line.gross, line.currency), about, screen: "exceptions" };
}

/** The kind of an id, if it has a screen and the role allows to see it. */
export function kindOf(prefix: string, may: (scope: string) => boolean): Kind | undefined {
  const found = kinds[prefix];
  return found && may(found.scope) ? found : undefined;
}

/** What has this id. Nothing if there is no such thing. */
export async function findById(
  { title, find }: Kind,
  place: Place,
  id: string,
  signal: AbortSignal,
): Promise<HitGroup[]> {
  try {
    return [{ title: t(title), hits: [await find(place, id, signal)] }];
  } catch (error) {
    if (error instanceof RequestProblem && error.status === 404) return [];
    throw error;
  }
}
