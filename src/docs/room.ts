import type { PublicIds } from "../http/public-ids.ts";
import type { ReadSessionState } from "./paid.ts";
import { docsRoutes } from "./routes.ts";

/** @param readSession reads the state that `/docs/paid` shows */
export function makeDocs(
  { publicUrl }: { readonly publicUrl: URL },
  publicIds: PublicIds,
  readSession: ReadSessionState,
) {
  return { routes: [docsRoutes({ publicUrl, publicIds, readSession })] };
}
