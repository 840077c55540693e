import { docsRoutes } from "./routes.ts";

export function makeDocs({ publicUrl }: { readonly publicUrl: URL }) {
  return { routes: [docsRoutes(publicUrl)] };
}
