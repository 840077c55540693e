import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { makeAgentsFor, makeGuardedAgents } from "../../kernel/guarded-agent.ts";
import { HostResolver, type Lookup } from "../../kernel/host-resolver.ts";
import { type FetchOptions, fetchPicture, pictureMaxBytes } from "./fetch-picture.ts";
import { makeItemPictures } from "./item-pictures.ts";

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mug.png`;
}

function png(width: number, height: number, bytes = 64): Buffer {
  const picture = Buffer.alloc(bytes);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(picture);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}

const agentsFor = makeAgentsFor({ allowLoopback: true, resolver: new HostResolver() });
const local: FetchOptions = { agents: agentsFor({ tenantId: 1, mode: "sandbox" }), deadlineMs: 5_000 };
const fetched = async (handle: RequestListener, options: Partial<FetchOptions> = {}) =>
  fetchPicture(await serve(handle), { ...local, ...options });

test("returns a picture unchanged, and detects its type from its bytes", async () => {
  const content = png(96, 96, pictureMaxBytes);
  const picture = await fetched((request, response) => {
    assert.equal(request.headers.cookie, undefined);
    assert.equal(request.headers.referer, undefined);
    response.setHeader("content-type", "text/html").end(content);
  });
  assert.deepEqual(picture, { mediaType: "image/png", content });
});

test("returns nothing for a response that isn't a picture, or is too large, redirected, truncated or late", async () => {
  const handlers: Record<string, RequestListener> = {
    "a page": (_request, response) => response.end("<html></html>"),
    "an SVG": (_request, response) => response.end("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "too many pixels": (_request, response) => response.end(png(4097, 10)),
    "content-length too large": (_request, response) => {
      response.setHeader("content-length", pictureMaxBytes + 1).write(png(96, 96));
    },
    "body too large": (_request, response) => {
      response.write(png(96, 96, pictureMaxBytes));
      response.write("x");
    },
    "not found": (_request, response) => response.writeHead(404).end(png(96, 96)),
    redirected: (_request, response) => response.writeHead(302, { location: "/other.png" }).end(),
    compressed: (_request, response) => response.setHeader("content-encoding", "gzip").end("\x1f\x8b"),
    truncated: (_request, response) => {
      response.setHeader("content-length", 100).write(png(96, 96, 64));
      setTimeout(() => response.destroy(), 20);
    },
    "never ending": (_request, response) => void response.write(png(96, 96)),
  };
  for (const [name, handle] of Object.entries(handlers))
    assert.equal(await fetched(handle, { deadlineMs: 500 }), undefined, name);
});

test("sends no request to private addresses, whatever the name resolves to, or to ports of other protocols", async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    response.end(png(96, 96));
  });
  const { port } = new URL(url);
  const rebinding: Lookup = (_hostname, { all }, done) =>
    all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
  for (const host of ["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "pictures.example"]) {
    const options = { ...local, agents: makeGuardedAgents({ allowLoopback: false, lookup: rebinding }) };
    assert.equal(await fetchPicture(`http://${host}:${port}/`, options), undefined, host);
  }
  assert.equal(await fetchPicture("http://127.0.0.1:25/", local), undefined);
  assert.equal(await fetchPicture("http://127.0.0.1:6000/", local), undefined);
  assert.equal(requests, 0);
});

test("fetches a picture once for all customers, and separately for each tenant", async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    setTimeout(() => response.end(png(96, 96)), 50);
  });
  const pictures = makeItemPictures({ agentsFor });
  const scope = { tenantId: 1, mode: "sandbox" } as const;
  const found = await Promise.all(Array.from({ length: 50 }, () => pictures.find(scope, url)));
  assert.ok(found.every((picture) => picture?.mediaType === "image/png"));
  assert.ok(await pictures.find(scope, url));
  assert.equal(requests, 1);
  await pictures.find({ tenantId: 2, mode: "sandbox" }, url);
  assert.equal(requests, 2);
  assert.equal(
    await pictures.find({ tenantId: 1, mode: "live" }, url),
    undefined,
    "no loopback in live mode",
  );
});

test("remembers a failed fetch, and reports it as failed recently", async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    response.writeHead(500).end();
  });
  const pictures = makeItemPictures({ agentsFor });
  const scope = { tenantId: 1, mode: "sandbox" } as const;
  assert.equal(pictures.failedRecently(scope, url), false);
  assert.equal(await pictures.find(scope, url), undefined);
  assert.equal(await pictures.find(scope, url), undefined);
  assert.equal(pictures.failedRecently(scope, url), true);
  assert.equal(requests, 1);
});

test("evicts the oldest pictures when the cache is full", async () => {
  const requests = new Map<string, number>();
  const url = await serve((request, response) => {
    const path = request.url ?? "";
    requests.set(path, (requests.get(path) ?? 0) + 1);
    response.end(png(96, 96, pictureMaxBytes));
  });
  const pictures = makeItemPictures({ agentsFor });
  const scope = { tenantId: 1, mode: "sandbox" } as const;
  for (let number = 0; number < 40; number += 1) await pictures.find(scope, `${url}?${number}`);
  await pictures.find(scope, `${url}?39`);
  await pictures.find(scope, `${url}?0`);
  assert.deepEqual([requests.get("/mug.png?39"), requests.get("/mug.png?0")], [1, 2]);
});
