/** The queries on tenants that other rooms may use. */
export { getKeyEpoch, getTenant, listTenants, type TenantRow as Tenant } from "./queries.ts";
