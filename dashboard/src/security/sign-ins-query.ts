import { queryOptions } from "@tanstack/react-query";
import { request } from "../api/request.ts";

export type SignIn = {
  readonly id: string;
  readonly factors: 1 | 2;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Whether it is the one of this browser. */
  readonly isThisOne: boolean;
  readonly createdAt: string;
  readonly usedAt: string;
};

/** Where the person is signed in. */
export const signInsQuery = queryOptions({
  queryKey: ["sign-ins"],
  queryFn: ({ signal }) => request<{ data: readonly SignIn[] }>("/dashboard/api/sign-ins/", { signal }),
});
