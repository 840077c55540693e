import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";

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
    component: lazyRouteComponent(() => import("./keys-page.tsx"), "KeysPage"),
  }),
] as const;
