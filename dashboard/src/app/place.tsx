import { createContext, type ReactNode, useContext } from "react";
import { allows, type Membership } from "../api/me.ts";
import type { Mode, Place } from "../api/request.ts";

type Here = { readonly membership: Membership; readonly mode: Mode };

const HereContext = createContext<Here | null>(null);

/** Tells the screens for which tenant and mode they are, and what the person may do there. */
export function PlaceProvider({ children, ...here }: Here & { readonly children: ReactNode }) {
  return <HereContext.Provider value={here}>{children}</HereContext.Provider>;
}

export function useHere(): Here & { readonly place: Place; may(scope: string): boolean } {
  const here = useContext(HereContext);
  if (!here) throw new Error("a screen is shown outside of a tenant");
  const { membership, mode } = here;
  return {
    ...here,
    place: { tenant: membership.tenant.id, mode },
    may: (scope) => allows(membership, mode, scope),
  };
}
