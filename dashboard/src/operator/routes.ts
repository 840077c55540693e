import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { operatorRoute } from "../app/shell-route.ts";

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => operatorRoute,
    path: "/tenants",
    component: lazyRouteComponent(() => import("./tenants/tenants-page.tsx"), "TenantsPage"),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: "/tenants/$id",
    component: lazyRouteComponent(() => import("./tenants/tenant-page.tsx"), "TenantPage"),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: "/health",
    component: lazyRouteComponent(() => import("./health-page.tsx"), "HealthPage"),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: "/queues",
    component: lazyRouteComponent(() => import("./queues-page.tsx"), "QueuesPage"),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: "/versions",
    component: lazyRouteComponent(() => import("./versions-page.tsx"), "VersionsPage"),
  }),
  createRoute({
    getParentRoute: () => operatorRoute,
    path: "/backups",
    component: lazyRouteComponent(() => import("./backups-page.tsx"), "BackupsPage"),
  }),
] as const;
