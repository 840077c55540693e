import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";
import { readLedgerFilters } from "./books/ledger-filters.ts";

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
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/bank/refunds",
    component: lazyRouteComponent(() => import("./bank/refunds-page.tsx"), "RefundsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/books",
    component: lazyRouteComponent(() => import("./books/balance-page.tsx"), "BalancePage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/books/payouts",
    component: lazyRouteComponent(() => import("./books/payouts-page.tsx"), "PayoutsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/books/payouts/$reference",
    component: lazyRouteComponent(() => import("./books/payout-page.tsx"), "PayoutPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/books/ledger",
    validateSearch: readLedgerFilters,
    component: lazyRouteComponent(() => import("./books/ledger-page.tsx"), "LedgerPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/books/reports",
    component: lazyRouteComponent(() => import("./books/reports-page.tsx"), "ReportsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/books/months",
    component: lazyRouteComponent(() => import("./books/months-page.tsx"), "MonthsPage"),
  }),
] as const;
