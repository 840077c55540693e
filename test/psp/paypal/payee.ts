import type { World } from "./world.ts";

/** The merchant's account. */
export function payeeOf({ merchantId }: World): object {
  return { email_address: "shop@example.com", merchant_id: merchantId };
}
