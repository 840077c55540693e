import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from "@tanstack/react-router";
import { readFilters } from "../payments/filters.ts";
import { JoinPage } from "../sign-in/join-page.tsx";
import { SignInPage } from "../sign-in/sign-in-page.tsx";
import { Shell, Start } from "./shell.tsx";

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <Navigate to="/" /> });
const start = createRoute({ getParentRoute: () => root, path: "/", component: Start });
const signIn = createRoute({ getParentRoute: () => root, path: "/sign-in", component: SignInPage });
const join = createRoute({ getParentRoute: () => root, path: "/join", component: JoinPage });
const shell = createRoute({ getParentRoute: () => root, path: "/$tenant/$mode", component: Shell });
const payments = createRoute({
  getParentRoute: () => shell,
  path: "/payments",
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import("../payments/payments-page.tsx"), "PaymentsPage"),
});
const payment = createRoute({
  getParentRoute: () => shell,
  path: "/payments/$id",
  component: lazyRouteComponent(() => import("../payments/payment-page.tsx"), "PaymentPage"),
});
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("../developers/webhooks-page.tsx"), "WebhooksPage"),
});
const endpoint = createRoute({
  getParentRoute: () => shell,
  path: "/webhooks/$id",
  component: lazyRouteComponent(() => import("../developers/endpoint-page.tsx"), "EndpointPage"),
});
const keys = createRoute({
  getParentRoute: () => shell,
  path: "/keys",
  component: lazyRouteComponent(() => import("../developers/keys-page.tsx"), "KeysPage"),
});
const team = createRoute({
  getParentRoute: () => shell,
  path: "/team",
  component: lazyRouteComponent(() => import("../team/team-page.tsx"), "TeamPage"),
});
const security = createRoute({
  getParentRoute: () => shell,
  path: "/security",
  component: lazyRouteComponent(() => import("../sign-in/security-page.tsx"), "SecurityPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    signIn,
    join,
    shell.addChildren([payments, payment, webhooks, endpoint, keys, team, security]),
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
