import type { Call } from "./call.ts";
import { authAlgo, isSignedBy, signedText } from "./signer.ts";

type VerifyBody = {
  readonly auth_algo: string;
  readonly cert_url: string;
  readonly transmission_id: string;
  readonly transmission_sig: string;
  readonly transmission_time: string;
  readonly webhook_id: string;
  readonly webhook_event: object;
};

/**
 * `POST /v1/notifications/verify-webhook-signature`. The event is serialized again before it is checked, so that a body
 * with other spaces or escapes than JSON.stringify's fails.
 */
export function verifySignature({ world, body }: Call): object {
  const given = body as VerifyBody;
  const prefix = `${world.url()}/v1/notifications/certs/`;
  const id = given.cert_url.startsWith(prefix) ? given.cert_url.slice(prefix.length) : "";
  const certificate = world.certificates().get(id);
  const { transmission_id, transmission_time, webhook_id } = given;
  const event = JSON.stringify(given.webhook_event);
  const text = signedText(transmission_id, transmission_time, webhook_id, event);
  const isValid =
    certificate !== undefined &&
    given.auth_algo === authAlgo &&
    world.state.webhooks.has(webhook_id) &&
    isSignedBy(text, given.transmission_sig, certificate);
  return { verification_status: isValid ? "SUCCESS" : "FAILURE" };
}
