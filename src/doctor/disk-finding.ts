import type { Finding } from "./finding.ts";

const mebibyte = 1024 * 1024;

/**
 * PostgreSQL stops when the disk is full. Less than 32 MiB free is a problem, less than 1 GiB a warning.
 *
 * @param space the free blocks of the file system and their size in bytes, as statfs returns them
 */
export function diskFinding(dataDir: string, space: { bavail: number; bsize: number }): Finding {
  const free = Math.floor((space.bavail * space.bsize) / mebibyte);
  const text = `${free} MiB free for ${dataDir}`;
  if (free >= 1024) return { check: "disk", state: "ok", text };
  const advice = "Free some space. On a full disk Kassa can't write, and requests fail with 503.";
  return { check: "disk", state: free < 32 ? "problem" : "warning", text, advice };
}
