import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";

export const connectorRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/connectors",
    component: lazyRouteComponent(() => import("./connectors-page.tsx"), "ConnectorsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/connectors/$id",
    component: lazyRouteComponent(() => import("./connector-page.tsx"), "ConnectorPage"),
  }),
] as const;
