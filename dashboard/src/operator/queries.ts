import { queryOptions } from "@tanstack/react-query";
import { request } from "../api/request.ts";

const operatorApi = "/dashboard/api/operator";

export type Finding = {
  readonly check: string;
  readonly name: string;
  readonly state: "ok" | "warning" | "problem";
  readonly text: string;
  readonly advice?: string;
};
export type Health = { readonly findings: readonly Finding[]; readonly leftOut: readonly string[] };

export const healthQuery = queryOptions({
  queryKey: ["operator", "health"],
  queryFn: ({ signal }) => request<Health>(`${operatorApi}/health`, { signal }),
});

export type Queue = { readonly name: string; readonly waiting: number; readonly since: string | null };
export type Queues = { readonly queues: readonly Queue[]; readonly countedAtMost: number };

/** Asked again every 10 seconds while somebody looks. */
export const queuesQuery = queryOptions({
  queryKey: ["operator", "queues"],
  queryFn: ({ signal }) => request<Queues>(`${operatorApi}/queues`, { signal }),
  refetchInterval: 10_000,
});

export type Versions = {
  readonly kassa: string;
  readonly node: string;
  readonly postgres: string;
  readonly isEmbedded: boolean;
  readonly citus: string | null;
  readonly lastMigration: string | null;
  readonly host: string;
  readonly runningSince: string;
  readonly publicUrl: string;
  readonly sendsMail: boolean;
};

export const versionsQuery = queryOptions({
  queryKey: ["operator", "versions"],
  queryFn: ({ signal }) => request<Versions>(`${operatorApi}/versions`, { signal }),
});

export type Backup = {
  readonly fileName: string;
  readonly host: string;
  readonly bytes: number;
  readonly databaseBytes: number;
  readonly encryption: "none" | "passphrase" | "key_file";
  readonly kassaVersion: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly verifiedAt: string;
};
export type Backups = { readonly isEmbedded: boolean; readonly data: readonly Backup[] };

export const backupsQuery = queryOptions({
  queryKey: ["operator", "backups"],
  queryFn: ({ signal }) => request<Backups>(`${operatorApi}/backups`, { signal }),
});
