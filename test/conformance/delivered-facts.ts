import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ConnectorAccount } from "../../src/connectors/connector-account.ts";
import type { ChargeRef, Connector, NotificationSubject, PspFact } from "../../src/connectors/contract.ts";

/** The facts of the notifications that a PSP's fake has delivered, as Kassa would have stored them with their charges. */
export type DeliveredFacts = {
  /** Where the fake sends its notifications. */
  readonly url: string;
  /** Every notification, as it arrived. */
  readonly bodies: string[];
  /** The subjects of all notifications that were accepted. */
  readonly subjects: NotificationSubject[];
  factsOf(charge: Pick<ChargeRef, "idempotencyKey" | "pspReference">): PspFact[];
  close(): Promise<void>;
};

/** An endpoint that takes a PSP's notifications as Kassa does. */
export async function startDeliveredFacts(
  connector: Connector,
  account: ConnectorAccount,
): Promise<DeliveredFacts> {
  const bodies: string[] = [];
  const subjects: NotificationSubject[] = [];
  const server = createServer(async (request, response) => {
    const rawBody = await buffer(request);
    bodies.push(rawBody.toString());
    const { headers } = request;
    const parsed = await connector.parseNotification({ account, headers, rawBody, nowMs: Date.now() });
    if (parsed.kind === "accepted") subjects.push(...parsed.about);
    response.writeHead(parsed.kind === "refused" ? 401 : 200).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    subjects,
    factsOf: (charge) => factsOf(subjects, charge),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Each fact once, by its key. */
function factsOf(
  subjects: readonly NotificationSubject[],
  { idempotencyKey, pspReference }: Pick<ChargeRef, "idempotencyKey" | "pspReference">,
): PspFact[] {
  const facts = new Map<string, PspFact>();
  for (const { charge, fact } of subjects) {
    const isOwn =
      ("idempotencyKey" in charge && charge.idempotencyKey === idempotencyKey) ||
      ("pspReference" in charge && charge.pspReference === pspReference);
    if (isOwn && fact && !facts.has(fact.key)) facts.set(fact.key, fact);
  }
  return [...facts.values()];
}
