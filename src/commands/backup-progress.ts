const everyMs = 2_000;
const mebibyte = 1024 * 1024;

/** Says every two seconds on standard error how far a backup or restore is. */
export function backupProgress(verb: string): (bytes: number) => void {
  let saidAt = performance.now();
  return (bytes) => {
    if (performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    console.error(`${verb} ${mebibytes(bytes)} …`);
  };
}

export const mebibytes = (bytes: number): string => `${Math.ceil(bytes / mebibyte)} MiB`;
