import { createServer } from "node:http";
import { Agent, request as send } from "node:https";
import type { AddressInfo } from "node:net";

/**
 * The limit for a begin: node:http alone, which reads the form, calls the PSP over a kept connection, and sends the customer to the page.
 * It has no database, checks nothing and stores nothing. BENCH_PSP_URL is the address of the PSP.
 */
const agent = new Agent({ keepAlive: true });
const url = `${process.env.BENCH_PSP_URL}/v1/checkout/sessions`;
const headers = {
  authorization: "Bearer sk_test_bench",
  "content-type": "application/x-www-form-urlencoded",
};

const server = createServer((request, response) => {
  const form: Buffer[] = [];
  request.on("data", (chunk: Buffer) => form.push(chunk));
  request.on("end", () => {
    const outgoing = send(url, { method: "POST", agent, headers }, (answer) => {
      let body = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        body += chunk;
      });
      answer.on("end", () => {
        const { url: location } = JSON.parse(body) as { url: string };
        response.writeHead(303, { location, "content-length": 0 });
        response.end();
      });
    });
    outgoing.on("error", () => {
      response.writeHead(502);
      response.end();
    });
    outgoing.end(Buffer.concat(form));
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on("message", (message) => {
  const { user, system } = process.cpuUsage();
  if (message === "cpu") process.send?.({ micros: user + system });
});
process.once("disconnect", () => process.exit(0));
