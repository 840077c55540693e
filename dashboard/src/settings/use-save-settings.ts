import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useHere } from "../app/place.tsx";
import { changeSettings, settingsQuery } from "./queries.ts";

/** Saves the settings that it is called with; the others stay as they are. */
export function useSaveSettings() {
  const { place } = useHere();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: object) => changeSettings(place, changes),
    onSuccess: (saved) => queryClient.setQueryData(settingsQuery(place).queryKey, saved),
  });
}
