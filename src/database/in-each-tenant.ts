/**
 * Work that was found across tenants is done tenant by tenant: a statement that names one tenant is carried out by one shard of a
 * distributed PostgreSQL, and all of them leave in one packet.
 *
 * @param work is given what was found of one tenant
 * @returns what `work` returned, of all tenants
 */
export async function inEachTenant<Found extends { readonly tenantId: number }, Value>(
  found: readonly Found[],
  work: (tenantId: number, found: readonly Found[]) => Promise<readonly Value[]>,
): Promise<Value[]> {
  const tenants = [...Map.groupBy(found, ({ tenantId }) => tenantId)];
  const values = await Promise.all(tenants.map(([tenantId, own]) => work(tenantId, own)));
  return values.flat();
}
