import { Box } from "@mantine/core";
import { useHere } from "../app/place.tsx";
import { BoxLink } from "./links.tsx";

/** A screen below the tenant and mode, such as bank/accounts. */
export type Tab = { readonly path: string; readonly label: string };

/** Links between the screens of one subject, of which one is open. */
export function Tabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) {
  const { membership, mode } = useHere();
  return (
    <Box component="nav" aria-label={label} className="tabs">
      {tabs.map(({ path, label: name }) => (
        <BoxLink
          key={path}
          to={`/${membership.tenant.id}/${mode}/${path}` as string}
          className="tab"
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {name}
        </BoxLink>
      ))}
    </Box>
  );
}
