import { Text } from "@mantine/core";
import { useHere } from "../app/place.tsx";
import { BoxLink } from "../components/links.tsx";
import { Status } from "../components/status.tsx";
import { t } from "../texts/texts.ts";
import type { Hit, HitGroup } from "./hit.ts";

export const idOfList = "search-hits";
export const idOfHit = ({ id, screen }: Hit): string => `search-hit-${screen}-${id}`;

type Props = {
  readonly groups: readonly HitGroup[];
  readonly active: Hit | undefined;
  readonly onHover: (hit: Hit) => void;
  readonly onOpen: () => void;
};

/** What was found. The field keeps the focus and says which of them is chosen, so the hits themselves are beside the order of Tab. */
export function Hits({ groups, active, onHover, onOpen }: Props) {
  if (groups.length === 0) return null;
  return (
    <div role="listbox" id={idOfList} aria-label={t("search.found")} className="search-hits">
      {groups.map(({ title, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, not options
        <div role="group" key={title} aria-label={title}>
          <Text size="xs" fw={600} c="var(--kassa-muted)" px="md" pt="sm" pb={4} aria-hidden="true">
            {title}
          </Text>
          {hits.map((hit) => (
            <HitOption
              key={hit.id}
              hit={hit}
              isActive={hit === active}
              onHover={() => onHover(hit)}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  readonly hit: Hit;
  readonly isActive: boolean;
  readonly onHover: () => void;
  readonly onOpen: () => void;
};

function HitOption({ hit, isActive, onHover, onOpen }: OptionProps) {
  const { membership, mode } = useHere();
  const { screen, params, query, title, about, status } = hit;
  const here = { tenant: membership.tenant.id, mode };
  return (
    <BoxLink
      to={(screen.startsWith("/") ? screen : `/$tenant/$mode/${screen}`) as string}
      params={{ ...here, ...params }}
      {...(query && { search: query })}
      role="option"
      id={idOfHit(hit)}
      tabIndex={-1}
      aria-selected={isActive}
      className="search-hit"
      onMouseMove={isActive ? undefined : onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <span className="search-hit-text">
        <span className="search-hit-title">{title}</span>
        {about && <span className="search-hit-about">{about}</span>}
      </span>
      {status && <Status status={status} />}
    </BoxLink>
  );
}
