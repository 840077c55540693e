import type { FastifyRequest } from "fastify";
import type { TenantScope } from "../../database/transaction.ts";
import { findOffer, type LinkOffer } from "../../payment-links/find-offer.ts";
import type { PageSettings } from "../../settings/settings.ts";
import { getKeyEpoch } from "../../tenants/find-tenant.ts";
import type { PageDeps } from "../deps.ts";

/** The data of a payment link's page. */
export type OfferedLink = LinkOffer & { readonly scope: TenantScope; readonly settings: PageSettings };

/** Reads a payment link for a request of its page; undefined when its id is invalid or unknown. Changes nothing. */
export async function readLink(
  deps: PageDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<OfferedLink | undefined> {
  const { id } = request.params;
  const scope = await deps.publicIds.parse(request, id, "pl");
  if (!scope) return undefined;
  const [offer, { epoch }] = await deps.database.inTenant(scope, (trx) =>
    Promise.all([findOffer(trx, id, deps.clock.nowMs()), getKeyEpoch(trx)]),
  );
  const merchant = offer && (await deps.merchants.of(scope, epoch));
  if (!merchant) return undefined;
  const { tenant, settings } = merchant;
  const closed = tenant.closedAt === null ? offer.closed : "inactive";
  return { link: offer.link, closed, scope, settings };
}
