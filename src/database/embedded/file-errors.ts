import { EmbeddedDatabaseError, type EmbeddedDatabaseErrorCode, errorCode } from "./errors.ts";

/** What the operating system says of a file, and what it means for the data directory. */
const faults: Readonly<Record<string, [EmbeddedDatabaseErrorCode, string]>> = {
  EACCES: ["data_dir_unusable", "this user may not read or write there"],
  EPERM: ["data_dir_unusable", "this user may not change it"],
  EROFS: ["data_dir_unusable", "its file system is read-only"],
  ENOSPC: ["disk_full", "its disk is full"],
  EDQUOT: ["disk_full", "this user's disk quota is used up"],
};

const remedies: Partial<Record<EmbeddedDatabaseErrorCode, string>> = {
  data_dir_unusable:
    "Set KASSA_DATA_DIR to a directory it may write to, or run Kassa as the user who made this one.",
  disk_full: "Free some space and start again; nothing was lost.",
};

/** Runs `work`; what the operating system refuses in it is told by the name of the directory and with what to do. */
export async function explainFileErrors<Value>(dataDir: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const [code, why] = faults[errorCode(error) ?? ""] ?? [];
    if (code !== undefined && isAboutFile(error)) throw explained(dataDir, code, why, error);
    if (error instanceof EmbeddedDatabaseError && /No space left on device/.test(error.message))
      throw explained(dataDir, "disk_full", faults.ENOSPC?.[1], error);
    throw error;
  }
}

const isAboutFile = (error: unknown): boolean => error instanceof Error && "syscall" in error;

function explained(
  dataDir: string,
  code: EmbeddedDatabaseErrorCode,
  why: string | undefined,
  cause: unknown,
): EmbeddedDatabaseError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedDatabaseError(
    code,
    `Kassa can't use ${dataDir} for its database: ${why}. ${remedies[code]}\n(${said})`,
    { cause },
  );
}
