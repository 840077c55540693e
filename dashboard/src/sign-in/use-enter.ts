import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { meQuery } from "../api/me.ts";

/** Goes to the dashboard's start, as whoever has just signed in. */
export function useEnter(): () => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.resetQueries({ queryKey: meQuery.queryKey });
    await navigate({ to: "/" });
  };
}
