import type { Payment } from "@kassa/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Place } from "../api/request.ts";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";

/**
 * Sends something about a payment, and shows the payment anew afterwards. The same order has the same idempotency key, so
 * pressing again after a lost answer does it once.
 *
 * @param variant what makes it another order, such as the amount
 */
export function useOrder<Answer>(
  payment: Payment,
  variant: string,
  send: (place: Place, key: string) => Promise<Answer>,
) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const keyOf = useOrderKeys();
  const names = [
    ["payment", place, payment.id],
    ["events", place, payment.session],
    ["postings", place, payment.id],
    ["notes", place, payment.id],
    ["activity", place, payment.id],
    ["psp-calls", place, payment.id],
    ["payments", place],
  ];
  return useMutation({
    mutationFn: () => send(place, keyOf({ variant })),
    onSettled: () => Promise.all(names.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
