/** What other rooms may read of tenants. */
export { getTenant, lateFundsOf, listTenants, type TenantRow as Tenant } from "./queries.ts";
