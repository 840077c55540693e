import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";

export const securityRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/security",
    component: lazyRouteComponent(() => import("./security-page.tsx"), "SecurityPage"),
  }),
] as const;
