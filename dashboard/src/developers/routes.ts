import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";
import { readEventFilters } from "./event-filters.ts";
import { readRequestFilters } from "./request-queries.ts";

export const developerRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/webhooks",
    component: lazyRouteComponent(() => import("./webhooks-page.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/webhooks/$id",
    component: lazyRouteComponent(() => import("./endpoint-page.tsx"), "EndpointPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/keys",
    component: lazyRouteComponent(() => import("./keys/keys-page.tsx"), "KeysPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/events",
    validateSearch: readEventFilters,
    component: lazyRouteComponent(() => import("./events-page.tsx"), "EventsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/events/$id",
    component: lazyRouteComponent(() => import("./event-page.tsx"), "EventPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/requests",
    validateSearch: readRequestFilters,
    component: lazyRouteComponent(() => import("./requests-page.tsx"), "RequestsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/requests/$id",
    component: lazyRouteComponent(() => import("./request-page.tsx"), "RequestPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/developers",
    component: lazyRouteComponent(() => import("./start-page.tsx"), "StartPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/clocks",
    component: lazyRouteComponent(() => import("./clocks-page.tsx"), "ClocksPage"),
  }),
] as const;
