import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { NotFound } from "./not-found.tsx";
import { Shell } from "./shell.tsx";

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** What every screen behind the sign-in lies below. Each room of screens adds its own routes to it. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$tenant/$mode",
  component: Shell,
});
