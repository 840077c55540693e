import type { Call } from "./call.ts";

/** The website profile of the fake's merchant. */
export const profileId = "pfl_QkEhN94Ba";

/** The profile of the API key (docs.mollie.com/reference/get-current-profile). */
export function getCurrentProfile({ livemode }: Call): object {
  return {
    resource: "profile",
    id: profileId,
    mode: livemode ? "live" : "test",
    name: "Shop",
    website: "https://shop.example",
    email: "info@shop.example",
    phone: "+31208202070",
    businessCategory: "OTHER_MERCHANDISE",
    status: "verified",
    createdAt: "2026-01-05T09:00:00+00:00",
  };
}
