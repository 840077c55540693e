import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The upper limit for the create call: node:http alone, which reads the same JSON and sends it back. No server on this
 * runtime can be faster.
 */
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => {
    const answer = JSON.stringify(JSON.parse(body));
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
