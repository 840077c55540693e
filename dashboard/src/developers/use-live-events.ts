import type { Event } from "@kassa/sdk";
import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Place } from "../api/request.ts";
import type { EventFilters } from "./event-filters.ts";
import { eventListQuery, withNewEvents } from "./event-queries.ts";

/** - replaced: the person follows events in too many other tabs. */
export type Liveness = "connecting" | "live" | "lost" | "replaced";

/** New events are shown together after this time, so that a busy minute doesn't keep the browser busy. */
const gatherMs = 100;
/** Browsers give up after a refusal, such as that of a server that is about to stop. */
const againMs = 5_000;

/**
 * Keeps the list of events up to date while the page is visible; a hidden one leaves its connection to others.
 *
 * @returns whether new events come
 */
export function useLiveEvents(place: Place, filters: EventFilters): Liveness {
  const [state, setState] = useState<Liveness>("connecting");
  const [tries, setTries] = useState(0);
  const isVisible = useDocumentVisibility() !== "hidden";
  const queryClient = useQueryClient();
  const { tenant, mode } = place;
  const { type, session } = filters;
  useEffect(() => {
    if (!isVisible) return undefined;
    const { queryKey } = eventListQuery(
      { tenant, mode },
      { ...(type && { type }), ...(session && { session }) },
    );
    const query = new URLSearchParams({ tenant, mode, ...(type && { type }), ...(session && { session }) });
    const source = new EventSource(`/dashboard/api/events/stream?${query}`);
    const gathered: Event[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => void queryClient.invalidateQueries({ queryKey });
    const show = (): void => {
      timer = undefined;
      const events = gathered.splice(0);
      queryClient.setQueryData(queryKey, (pages) => withNewEvents(pages, events));
    };
    source.addEventListener("ready", () => {
      setState("live");
      // What happened before the stream began is in the list.
      load();
    });
    source.addEventListener("reload", load);
    source.addEventListener("replaced", () => {
      setState("replaced");
      source.close();
    });
    source.addEventListener("message", ({ data }) => {
      gathered.push(JSON.parse(data) as Event);
      timer ??= setTimeout(show, gatherMs);
    });
    let again: ReturnType<typeof setTimeout> | undefined;
    source.addEventListener("error", () => {
      setState("lost");
      if (source.readyState === EventSource.CLOSED)
        again = setTimeout(() => setTries((count) => count + 1), againMs);
    });
    return () => {
      source.close();
      clearTimeout(timer);
      clearTimeout(again);
    };
  }, [isVisible, tenant, mode, type, session, tries, queryClient]);
  return state;
}
