import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";
import { readFilters } from "./filters.ts";
import { disputeStatuses, partFiltersOf, refundStatuses } from "./parts/filters.ts";

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
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/refunds",
    validateSearch: partFiltersOf(refundStatuses),
    component: lazyRouteComponent(() => import("./parts/refunds-page.tsx"), "RefundsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/disputes",
    validateSearch: partFiltersOf(disputeStatuses),
    component: lazyRouteComponent(() => import("./parts/disputes-page.tsx"), "DisputesPage"),
  }),
] as const;
