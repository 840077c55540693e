/** A backup can't be made, read or restored. The message is for the operator and says what to do. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

export const damaged = (what: string): BackupRefused =>
  new BackupRefused(`The backup is damaged: ${what}. Nothing was restored. Use another copy of it.`);
