import type { Browser } from "playwright-core";
import { closeAtEnd, leaveShared } from "./kept.ts";

/**
 * This process's Chromium. Test files that run one after another in a process share it: starting it takes two seconds
 * of CPU time, and pages rendered before render faster.
 */
let opened: Promise<Browser> | undefined;

export async function openProcessBrowser(launch: () => Promise<Browser>): Promise<Browser> {
  const before = await opened?.catch(() => undefined);
  // A browser that crashed or couldn't be started fails only its own test file.
  if (!before?.isConnected()) opened = undefined;
  opened ??= launch();
  closeAtEnd(closeProcessBrowser);
  return opened;
}

/** Called by a test file that is done with the browser. */
export const leaveProcessBrowser = (): Promise<void> => leaveShared(closeProcessBrowser);

async function closeProcessBrowser(): Promise<void> {
  const browser = await opened?.catch(() => undefined);
  opened = undefined;
  await browser?.close();
}
