import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { NotFound } from "./not-found.tsx";
import { OperatorShell } from "./operator-shell.tsx";
import { Shell } from "./shell.tsx";

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** What every screen behind the sign-in lies below. Each room of screens adds its own routes to it. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$tenant/$mode",
  component: Shell,
});

/** The screens of who runs the installation, which belong to no tenant. */
export const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/operator",
  component: OperatorShell,
});
