import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../app/shell-route.ts";
import { readView } from "./view.ts";

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/home",
    validateSearch: readView,
    component: lazyRouteComponent(() => import("./home-page.tsx"), "HomePage"),
  }),
] as const;
