import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";

export const exportRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/exports",
    component: lazyRouteComponent(() => import("./exports-page.tsx"), "ExportsPage"),
  }),
] as const;
