import type { Browser } from "playwright-core";

/**
 * The Chromium of this process. Test files that share a process share it, one after another: starting one takes two seconds of
 * CPU time, and what it has drawn once it draws faster.
 */
let opened: Promise<Browser> | undefined;
let isKept = false;

/** From now on it outlives the file that opened it, until `closeProcessBrowser`. */
export function keepProcessBrowser(): void {
  isKept = true;
}

export async function openProcessBrowser(launch: () => Promise<Browser>): Promise<Browser> {
  const before = await opened?.catch(() => undefined);
  // One that crashed, or couldn't be started, fails no file but its own.
  if (!before?.isConnected()) opened = undefined;
  opened ??= launch();
  return opened;
}

/** What a file does with it in the end. */
export async function leaveProcessBrowser(): Promise<void> {
  if (!isKept) await closeProcessBrowser();
}

export async function closeProcessBrowser(): Promise<void> {
  const browser = await opened?.catch(() => undefined);
  opened = undefined;
  await browser?.close();
}
