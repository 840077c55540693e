import type { components, paths } from "./schema.ts";
import type { Event, Page } from "./types.ts";

/** The types of each operation of openapi.json, found by its method and path. */

type Methods = { GET: "get"; POST: "post"; DELETE: "delete" };

/** An operation: "GET /api/payments/{id}". */
export type Route = {
  [Path in keyof paths]: {
    [Method in keyof Methods]: paths[Path][Methods[Method]] extends object ? `${Method} ${Path}` : never;
  }[keyof Methods];
}[keyof paths];

type OperationOf<R extends Route> =
  R extends `${infer Method extends keyof Methods} ${infer Path extends keyof paths}`
    ? Extract<paths[Path][Methods[Method]], { parameters: object }>
    : never;

/** What a call sends: the ids in its path, the query and the JSON body, each required or absent as the operation says. */
export type RequestOf<R extends Route> = Pick<OperationOf<R>["parameters"], "path" | "query"> & BodyPart<R>;

type BodyPart<R extends Route> =
  OperationOf<R> extends { requestBody?: never }
    ? { body?: never }
    : OperationOf<R> extends { requestBody: { content: { "application/json": infer Body } } }
      ? { body: Body }
      : OperationOf<R> extends { requestBody?: { content: { "application/json": infer Body } } }
        ? { body?: Body }
        : { body?: never };

export type QueryOf<R extends Route> = NonNullable<OperationOf<R>["parameters"]["query"]>;

export type BodyOf<R extends Route> = NonNullable<BodyPart<R>["body"]>;

/** The media types of an operation that takes a file. */
export type MediaTypeOf<R extends Route> =
  OperationOf<R> extends { requestBody: { content: infer Content } } ? keyof Content & string : never;

/** The JSON response. Events are the union of all types of events. */
export type ResponseOf<R extends Route> =
  OperationOf<R> extends {
    responses: { 200: { content: { "application/json": infer Body } } };
  }
    ? WithTypedEvents<Body>
    : never;

type WithTypedEvents<Body> = Body extends components["schemas"]["Event"]
  ? Event
  : Body extends components["schemas"]["EventList"]
    ? Page<Event>
    : Body;

/** An operation that lists objects in pages. */
export type ListRoute = {
  [R in Route]: ResponseOf<R> extends Page<{ id: string }> ? R : never;
}[Route];

export type ItemOf<R extends ListRoute> =
  ResponseOf<R> extends Page<infer Item extends { id: string }> ? Item : never;

/** The filters of a list, without those that choose a page. */
export type FilterOf<R extends ListRoute> = Omit<QueryOf<R>, "startingAfter" | "endingBefore">;
