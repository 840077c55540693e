import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";

export const financeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/exceptions",
    component: lazyRouteComponent(() => import("./exceptions/exceptions-page.tsx"), "ExceptionsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/bank",
    component: lazyRouteComponent(() => import("./bank/statements-page.tsx"), "StatementsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/bank/statements/$id",
    component: lazyRouteComponent(() => import("./bank/import-page.tsx"), "ImportPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/bank/accounts",
    component: lazyRouteComponent(() => import("./bank/accounts-page.tsx"), "AccountsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/bank/entries/$id",
    component: lazyRouteComponent(() => import("./bank/entry-page.tsx"), "EntryPage"),
  }),
] as const;
