import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf, ResponseOf } from "../routes.ts";
import type { ConnectorAccount, ConnectorAccountCheck, Page, RoutingSimulation } from "../types.ts";
import { Resource } from "./resource.ts";

/** Your accounts at PSPs. */
export class ConnectorAccounts extends Resource {
  /** Connects an account, after its credentials were checked at the PSP. */
  create(body: BodyOf<"POST /api/connector-accounts">, options?: ChangeOptions): Promise<ConnectorAccount> {
    return this.api.call("POST /api/connector-accounts", { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<ConnectorAccount> {
    return this.api.call("GET /api/connector-accounts/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(
    query: QueryOf<"GET /api/connector-accounts"> = {},
    options?: CallOptions,
  ): Promise<Page<ConnectorAccount>> {
    return this.api.call("GET /api/connector-accounts", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/connector-accounts"> = {},
    options?: CallOptions,
  ): AsyncGenerator<ConnectorAccount> {
    return this.api.each("GET /api/connector-accounts", filter, options);
  }

  update(
    id: string,
    body: BodyOf<"POST /api/connector-accounts/{id}">,
    options?: ChangeOptions,
  ): Promise<ConnectorAccount> {
    return this.api.call("POST /api/connector-accounts/{id}", { path: { id }, body }, options);
  }

  delete(id: string, options?: CallOptions): Promise<ResponseOf<"DELETE /api/connector-accounts/{id}">> {
    return this.api.call("DELETE /api/connector-accounts/{id}", { path: { id } }, options);
  }

  /** Checks the credentials at the PSP. */
  check(id: string, options?: ChangeOptions): Promise<ConnectorAccountCheck> {
    return this.api.call("POST /api/connector-accounts/{id}/check", { path: { id } }, options);
  }

  /** Replaces the credentials, after they were checked at the PSP. */
  rotateCredentials(
    id: string,
    body: BodyOf<"POST /api/connector-accounts/{id}/credentials">,
    options?: ChangeOptions,
  ): Promise<ConnectorAccount> {
    return this.api.call("POST /api/connector-accounts/{id}/credentials", { path: { id }, body }, options);
  }

  /** At which accounts a payment would be tried, and why the others are passed over. Nothing is stored or called. */
  simulateRouting(
    query: QueryOf<"GET /api/routing/simulation">,
    options?: CallOptions,
  ): Promise<RoutingSimulation> {
    return this.api.call("GET /api/routing/simulation", { query }, options);
  }

  /** Registers Kassa's address for notifications at the PSP. */
  registerNotifications(id: string, options?: ChangeOptions): Promise<ConnectorAccount> {
    return this.api.call(
      "POST /api/connector-accounts/{id}/register-notifications",
      { path: { id } },
      options,
    );
  }
}
