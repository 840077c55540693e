import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./page-settings.tsx"), "PageSettings"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/rules",
    component: lazyRouteComponent(() => import("./rules-page.tsx"), "RulesPage"),
  }),
] as const;
