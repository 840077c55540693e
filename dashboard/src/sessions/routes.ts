import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";
import { readSessionFilters } from "./filters.ts";

export const sessionRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/sessions",
    validateSearch: readSessionFilters,
    component: lazyRouteComponent(() => import("./sessions-page.tsx"), "SessionsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/sessions/$id",
    component: lazyRouteComponent(() => import("./session-page.tsx"), "SessionPage"),
  }),
] as const;
