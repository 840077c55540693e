import { createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { auditRoutes } from "../audit/routes.ts";
import { connectorRoutes } from "../connectors/routes.ts";
import { customerRoutes } from "../customers/routes.ts";
import { developerRoutes } from "../developers/routes.ts";
import { exportRoutes } from "../exports/routes.ts";
import { financeRoutes } from "../finance/routes.ts";
import { homeRoutes } from "../home/routes.ts";
import { operatorRoutes } from "../operator/routes.ts";
import { paymentLinkRoutes } from "../payment-links/routes.ts";
import { paymentRoutes } from "../payments/routes.ts";
import { securityRoutes } from "../security/routes.ts";
import { sessionRoutes } from "../sessions/routes.ts";
import { settingsRoutes } from "../settings/routes.ts";
import { teamRoutes } from "../team/routes.ts";
import { Start } from "./shell.tsx";
import { operatorRoute, rootRoute, shellRoute } from "./shell-route.ts";

const start = createRoute({ getParentRoute: () => rootRoute, path: "/", component: Start });
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("../sign-in/sign-in-page.tsx"), "SignInPage"),
});
const forgot = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot",
  component: lazyRouteComponent(() => import("../sign-in/forgot-page.tsx"), "ForgotPage"),
});
const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset",
  component: lazyRouteComponent(() => import("../sign-in/reset-page.tsx"), "ResetPage"),
});
const join = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join",
  component: lazyRouteComponent(() => import("../sign-in/join-page.tsx"), "JoinPage"),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    start,
    signIn,
    join,
    forgot,
    reset,
    shellRoute.addChildren([
      ...homeRoutes,
      ...paymentRoutes,
      ...exportRoutes,
      ...financeRoutes,
      ...developerRoutes,
      ...teamRoutes,
      ...securityRoutes,
      ...settingsRoutes,
      ...sessionRoutes,
      ...paymentLinkRoutes,
      ...customerRoutes,
      ...connectorRoutes,
      ...auditRoutes,
    ]),
    operatorRoute.addChildren([...operatorRoutes]),
  ]),
  basepath: "/dashboard",
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
