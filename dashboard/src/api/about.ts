import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

type About = {
  /** Whether this Kassa has a mail server. */
  readonly sendsMail: boolean;
};

/** What is known of this Kassa before anybody signs in. */
export const aboutQuery = queryOptions({
  queryKey: ["about"],
  queryFn: ({ signal }) => request<About>("/dashboard/api/about", { signal }),
  staleTime: 300_000,
});
