import type {
  CheckoutSession,
  ConnectorAccount,
  Page,
  Payment,
  Settings,
  WebhookDelivery,
  WebhookEndpoint,
} from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

/** The steps from a new tenant to its first live payment, in this order. */
export const steps = ["key", "session", "paid", "webhook", "brand", "connector", "live"] as const;
export type Step = (typeof steps)[number];
export type Progress = Readonly<Record<Step, boolean>>;

type Keys = { readonly data: readonly { readonly revokedAt: string | null }[] };

/** Endpoints whose deliveries are looked at. */
const endpointsAtMost = 3;

/**
 * How far the tenant has come, by what the API says.
 *
 * @param seesLive whether the person has shown two factors, without which nothing is known of live data
 */
export const progressQuery = (place: Place, seesLive: boolean) =>
  queryOptions({
    queryKey: ["guide", place, seesLive],
    queryFn: async ({ signal }): Promise<Progress> => {
      const get = <Answer>(path: string, at = place) => request<Answer>(path, { place: at, signal });
      const hasSome = async (path: string, at?: Place): Promise<boolean> =>
        (await get<Page<CheckoutSession | ConnectorAccount | Payment | WebhookDelivery>>(path, at)).data
          .length > 0;
      const live = { ...place, mode: "live" } as const;
      const [keys, session, paid, webhook, settings, connector, isLive] = await Promise.all([
        get<Keys>("/dashboard/api/keys/"),
        hasSome("/api/checkout/sessions?limit=1"),
        hasSome("/api/payments?limit=1&status=captured"),
        get<Page<WebhookEndpoint>>(`/api/webhook-endpoints?limit=${endpointsAtMost}`).then(
          async ({ data }) => {
            const delivered = data.map(({ id }) =>
              hasSome(`/api/webhook-endpoints/${encodeURIComponent(id)}/deliveries?status=delivered&limit=1`),
            );
            return (await Promise.all(delivered)).includes(true);
          },
        ),
        get<Settings>("/api/settings"),
        hasSome("/api/connector-accounts?limit=1"),
        seesLive ? hasSome("/api/payments?limit=1&status=captured", live) : false,
      ]);
      return {
        key: keys.data.some(({ revokedAt }) => revokedAt === null),
        session,
        paid,
        webhook,
        brand: settings.brandColor !== null || settings.logo !== null,
        connector: connector || isLive,
        live: isLive,
      };
    },
    // It ticks when somebody comes back to the page, or to the window.
    staleTime: 2_000,
  });
