import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";
import { readFilters } from "./filters.ts";

export const paymentRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/payments",
    validateSearch: readFilters,
    component: lazyRouteComponent(() => import("./payments-page.tsx"), "PaymentsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/payments/$id",
    component: lazyRouteComponent(() => import("./payment-page.tsx"), "PaymentPage"),
  }),
] as const;
