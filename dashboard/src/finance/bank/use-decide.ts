import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrderKeys } from "../../api/use-order-keys.ts";
import { useHere } from "../../app/place.tsx";
import { type Decision, decideEntry, entriesPath } from "./queries.ts";

/** Decides about an entry, and has everything that shows it read it again. */
export function useDecide(entry: string, transaction: number | null, onDecided: () => void) {
  const { place } = useHere();
  const keyOf = useOrderKeys();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => {
      const order = { ...decision, ...(transaction !== null && { transaction }) };
      return decideEntry(place, entry, order, keyOf(order));
    },
    onSuccess: async (decided) => {
      onDecided();
      queryClient.setQueryData([entriesPath, place, entry], decided);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [entriesPath, place] }),
        queryClient.invalidateQueries({ queryKey: ["/api/expected-transfers", place] }),
        queryClient.invalidateQueries({ queryKey: ["payments", place] }),
        queryClient.invalidateQueries({ queryKey: ["waiting", place] }),
      ]);
    },
  });
}
