import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";
import { readLinkFilters } from "./filters.ts";

export const paymentLinkRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/payment-links",
    validateSearch: readLinkFilters,
    component: lazyRouteComponent(() => import("./links-page.tsx"), "LinksPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/payment-links/$id",
    component: lazyRouteComponent(() => import("./link-page.tsx"), "LinkPage"),
  }),
] as const;
