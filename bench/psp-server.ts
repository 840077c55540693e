import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { pspAnswers } from "./psp-answers.ts";

/**
 * Stripe, Mollie, PayPal and Adyen in one: answers each begin at once, over TLS, and remembers nothing. So what is measured is what
 * Kassa does. BENCH_TLS_KEY and BENCH_TLS_CERTIFICATE are PEM.
 */
const tls = { key: process.env.BENCH_TLS_KEY, cert: process.env.BENCH_TLS_CERTIFICATE };
const server = createServer(tls, (request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => {
    const [path] = (request.url ?? "").split("?");
    const answer = pspAnswers[`${request.method} ${path}`]?.(body) ?? { status: 404, body: {} };
    const text = JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  });
});
// The usual time of proxies in front of APIs, and longer than Kassa keeps a connection that it doesn't use.
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `https://localhost:${(server.address() as AddressInfo).port}` });
});
process.once("disconnect", () => process.exit(0));
