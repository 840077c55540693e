import { createRoute, createRouter } from "@tanstack/react-router";
import { developerRoutes } from "../developers/routes.ts";
import { paymentRoutes } from "../payments/routes.ts";
import { JoinPage } from "../sign-in/join-page.tsx";
import { securityRoutes } from "../sign-in/routes.ts";
import { SignInPage } from "../sign-in/sign-in-page.tsx";
import { teamRoutes } from "../team/routes.ts";
import { Start } from "./shell.tsx";
import { rootRoute, shellRoute } from "./shell-route.ts";

const start = createRoute({ getParentRoute: () => rootRoute, path: "/", component: Start });
const signIn = createRoute({ getParentRoute: () => rootRoute, path: "/sign-in", component: SignInPage });
const join = createRoute({ getParentRoute: () => rootRoute, path: "/join", component: JoinPage });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    start,
    signIn,
    join,
    shellRoute.addChildren([...paymentRoutes, ...developerRoutes, ...teamRoutes, ...securityRoutes]),
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
