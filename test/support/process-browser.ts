import type { Browser } from "playwright-core";

/**
 * This process's Chromium. Test files that run one after another in a process share it: starting it takes two seconds
 * of CPU time, and pages rendered before render faster.
 */
let opened: Promise<Browser> | undefined;
let isKept = false;

/** From now on the browser outlives the test file that opened it, until `closeProcessBrowser`. */
export function keepProcessBrowser(): void {
  isKept = true;
}

export async function openProcessBrowser(launch: () => Promise<Browser>): Promise<Browser> {
  const before = await opened?.catch(() => undefined);
  // A browser that crashed or couldn't be started fails only its own test file.
  if (!before?.isConnected()) opened = undefined;
  opened ??= launch();
  return opened;
}

/** Called by a test file that is done with the browser. */
export async function leaveProcessBrowser(): Promise<void> {
  if (!isKept) await closeProcessBrowser();
}

export async function closeProcessBrowser(): Promise<void> {
  const browser = await opened?.catch(() => undefined);
  opened = undefined;
  await browser?.close();
}
