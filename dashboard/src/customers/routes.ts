import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";

export const customerRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/customers",
    component: lazyRouteComponent(() => import("./customers-page.tsx"), "CustomersPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/customers/$email",
    component: lazyRouteComponent(() => import("./customer-page.tsx"), "CustomerPage"),
  }),
] as const;
