import { notificationSecret, type SecretKey, signNotification } from "./secrets.ts";

export type Delivery = {
  readonly url: string;
  readonly account: string;
  readonly body: string;
  readonly secretKey: SecretKey;
  readonly signal: AbortSignal;
};

/** Posts a signed notification. Returns undefined if the receiver answered 2xx, otherwise the failure. */
export async function deliverNotification(delivery: Delivery): Promise<string | undefined> {
  const secret = notificationSecret(delivery.secretKey, delivery.account);
  try {
    const response = await fetch(delivery.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "sandbox-signature": signNotification(secret, delivery.body, Math.floor(Date.now() / 1000)),
      },
      body: delivery.body,
      redirect: "manual",
      signal: delivery.signal,
    });
    // Only the status counts. The body is discarded unread, whatever its length.
    await response.body?.cancel();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : "unknown failure";
  }
}

/** How long to wait after the nth failed attempt: 1 s, 2 s, 4 s … 5 min. */
export function retryDelayMs(attempts: number): number {
  return Math.min(300_000, 1_000 * 2 ** Math.min(attempts - 1, 20));
}
