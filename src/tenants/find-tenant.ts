/** What other rooms may read of tenants. */
export { getTenant, listTenants, type TenantRow as Tenant } from "./queries.ts";
