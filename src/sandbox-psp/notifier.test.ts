import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, afterEach, before, test } from "node:test";
import { startSandboxPspNotifier } from "./notifier.ts";
import { notificationSecret } from "./secrets.ts";
import {
  chargeBody,
  eventually,
  startTestPsp,
  type TestPsp,
  testAccount,
  testSecretKey,
} from "./test-support.ts";

type Received = { account: string; id: string; status: string; key: string; signature: string; raw: string };

const received: Received[] = [];
let respond: (account: string, response: ServerResponse) => void;
let receiver: Server;
let psp: TestPsp;

before(async () => {
  receiver = createServer(receive);
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  psp = await startTestPsp({
    pendingMs: 50,
    notificationUrl: (account) => `http://127.0.0.1:${port}/${account}`,
  });
});
after(async () => {
  await psp.close();
  receiver.closeAllConnections();
  receiver.close();
});
afterEach(() => received.splice(0));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString();
  const body = JSON.parse(raw) as { id: string; data: { status: string; idempotencyKey: string } };
  const account = String(request.url).slice(1);
  const signature = String(request.headers["sandbox-signature"]);
  received.push({
    account,
    id: body.id,
    status: body.data.status,
    key: body.data.idempotencyKey,
    signature,
    raw,
  });
  respond(account, response);
}

const accept = (_account: string, response: ServerResponse) => void response.end();
const ofKey = (key: string) => received.filter((notification) => notification.key === key);

test("decides delayed charges and notifies the account with a valid signature", async () => {
  respond = accept;
  await psp.call("/charges", {
    key: "later",
    body: chargeBody("4200000000000109", { capture: "automatic" }),
  });
  await psp.call("/charges", { key: "never", body: chargeBody("4200000000000117") });
  await eventually(async () => received.length === 2);
  assert.deepEqual(
    ofKey("later").map(({ status }) => status),
    ["approved"],
  );
  assert.deepEqual(
    ofKey("never").map(({ status }) => status),
    ["declined"],
  );
  const log = await psp.db.sql("SELECT kind, captured, amount FROM sandbox_psp.charge_log");
  assert.deepEqual(log, [{ kind: "authorize", captured: true, amount: 1000 }]);
  const [notification] = received;
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(notification?.signature ?? "") ?? [];
  const secret = notificationSecret(testSecretKey, testAccount);
  const expected = createHmac("sha256", secret).update(`${seconds}.${notification?.raw}`).digest("hex");
  assert.equal(signature, expected);
});

test("several notifiers decide each charge once and send one notification for it", async () => {
  respond = accept;
  const others = [1, 2, 3].map(() =>
    startSandboxPspNotifier({
      database: psp.db.database,
      secretKey: testSecretKey,
      publicUrl: () => psp.url,
      notificationUrl: (account) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${account}`,
      pollMs: 5,
    }),
  );
  const keys = Array.from({ length: 20 }, (_, n) => `many-${n}`);
  const body = chargeBody("4200000000000109", { merchantReference: "many" });
  await Promise.all(keys.map((key, n) => psp.call("/charges", { key, body, account: `${n}_sandbox` })));
  // Wait until each delivery is recorded: a notifier stopped in between would send the notification again.
  await eventually(async () => {
    const open = await psp.db.sql("SELECT FROM sandbox_psp.notifications WHERE delivered_at IS NULL");
    return received.length >= keys.length && open.length === 0;
  });
  await Promise.all(others.map((notifier) => notifier.stop()));
  assert.deepEqual(received.map(({ key }) => key).sort(), keys.sort());
  const log = await psp.db.sql("SELECT FROM sandbox_psp.charge_log WHERE merchant_reference = 'many'");
  assert.equal(log.length, keys.length);
});

test("sends a refused notification again with the same id", async () => {
  let refusals = 1;
  respond = (_account, response) => {
    response.statusCode = refusals-- > 0 ? 500 : 200;
    response.end();
  };
  await psp.call("/charges", { key: "again", body: chargeBody("4200000000000109") });
  await eventually(async () => ofKey("again").length === 2);
  assert.equal(new Set(ofKey("again").map(({ id }) => id)).size, 1);
});

test("a receiver that never answers delays no other account", async () => {
  respond = (account, response) => {
    if (account !== "slow_sandbox") response.end();
  };
  for (const key of ["slow-1", "slow-2"]) {
    await psp.call("/charges", { key, body: chargeBody("4200000000000109"), account: "slow_sandbox" });
  }
  await eventually(async () => received.some(({ account }) => account === "slow_sandbox"));
  await psp.call("/charges", { key: "quick", body: chargeBody("4200000000000109") });
  await eventually(async () => ofKey("quick").length === 1, 8_000);
  assert.equal(received.filter(({ account }) => account === "slow_sandbox").length, 1);
});
