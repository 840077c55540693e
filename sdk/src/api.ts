import { KassaConnectionError } from "./errors.ts";
import type { CallOptions, ChangeOptions } from "./options.ts";
import type { FilterOf, ItemOf, ListRoute, MediaTypeOf, RequestOf, ResponseOf, Route } from "./routes.ts";
import type { Transport } from "./transport.ts";
import type { Page } from "./types.ts";

/** A file to upload. It is held in memory, so that it can be sent again. */
export type Upload<MediaType extends string = string> = {
  readonly content: Blob | ArrayBuffer | Uint8Array | string;
  readonly mediaType: MediaType;
};

type AnyRequest = {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
};

/** Calls operations by method and path. The types of request and response come from openapi.json. */
export class Api {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async call<R extends Route>(
    route: R,
    request: RequestOf<R>,
    options?: ChangeOptions,
  ): Promise<ResponseOf<R>> {
    const { body } = request;
    const json = body === undefined ? {} : { body: JSON.stringify(body), contentType: "application/json" };
    const http = { ...addressOf(route, request), ...json, accept: "application/json" };
    return this.#transport.send<ResponseOf<R>>(http, readJson, options);
  }

  /** All objects of a list. Each page is fetched when it is needed. */
  each<R extends ListRoute>(
    route: R,
    filter: FilterOf<R>,
    options?: CallOptions,
    path?: Readonly<Record<string, string>>,
  ): AsyncGenerator<ItemOf<R>> {
    const send = (startingAfter: string | undefined): Promise<Page<ItemOf<R>>> => {
      const address = addressOf(route, { query: { limit: 100, ...filter, startingAfter }, path });
      return this.#transport.send(
        { ...address, accept: "application/json" },
        readJson<Page<ItemOf<R>>>,
        options,
      );
    };
    return throughPages(send);
  }

  /** Sends the bytes of a file. */
  async upload<R extends Route>(
    route: R,
    request: RequestOf<R>,
    { content, mediaType }: Upload<MediaTypeOf<R>>,
    options?: ChangeOptions,
  ): Promise<ResponseOf<R>> {
    const http = {
      ...addressOf(route, request),
      body: content,
      contentType: mediaType,
      accept: "application/json",
    };
    return this.#transport.send<ResponseOf<R>>(http, readJson, options);
  }

  /** The response of fetch, whose body is a stream. The time-outs end with its headers. */
  async download<R extends Route>(route: R, request: RequestOf<R>, options?: CallOptions): Promise<Response> {
    const http = { ...addressOf(route, request), accept: "*/*", isStreamed: true };
    return this.#transport.send(http, async (response) => response, options);
  }
}

async function* throughPages<Item extends { id: string }>(
  fetchPage: (startingAfter: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let startingAfter: string | undefined;
  for (;;) {
    const page = await fetchPage(startingAfter);
    yield* page.data;
    startingAfter = page.data.at(-1)?.id;
    if (!page.hasMore || startingAfter === undefined) return;
  }
}

function addressOf(route: string, { path = {}, query = {} }: AnyRequest): { method: string; path: string } {
  const [method = "", template = ""] = route.split(" ");
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = path[name];
    // An empty id or dots would be another path.
    if (typeof id !== "string" || /^\.{0,2}$/.test(id)) throw new TypeError(`${name} has to be an id.`);
    return encodeURIComponent(id);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const suffix = search.toString();
  return { method, path: suffix === "" ? filled : `${filled}?${suffix}` };
}

/** The error has no cause: that of JSON.parse quotes the response, which may contain a secret. */
async function readJson<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Body;
  } catch {
    throw new KassaConnectionError("The response is not JSON.");
  }
}
