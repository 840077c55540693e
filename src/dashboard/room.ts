import { dashboardRoutes } from "./routes.ts";

/** Serves the dashboard's page. What it shows comes from the API and from the room `people`. */
export function makeDashboard({ publicUrl }: { readonly publicUrl: URL }) {
  return { routes: [dashboardRoutes(publicUrl)] };
}
