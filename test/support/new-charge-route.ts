import { unrestricted } from "../../src/connectors/offer.ts";
import type { NewChargeRoute } from "../../src/connectors/registry.ts";
import { createSandboxConnector } from "../../src/connectors/sandbox/connector.ts";

/** A route to an account with this id, for code that decides about routes and calls no PSP. */
export function newChargeRoute(id: string, changes: Partial<NewChargeRoute> = {}): NewChargeRoute {
  return {
    connector: createSandboxConnector({ baseUrl: "http://127.0.0.1:9", secretKey: "never sent anywhere" }),
    account: { id, tenantId: 1, mode: "sandbox", settings: {} },
    position: 1,
    weight: 1,
    page: "hosted",
    offer: unrestricted,
    isEnabled: true,
    ...changes,
  };
}
