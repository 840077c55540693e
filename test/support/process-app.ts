import { type TestApp, takeApp } from "./app.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";
import { closeAtEnd, leaveShared } from "./kept.ts";
import { type RunningApp, runApp } from "./running-app.ts";

/**
 * This process's Kassa and its database. Test files that run one after another in a process share them, each with a tenant of its own:
 * starting Kassa on a new database takes 0.3 seconds of CPU time.
 */
let opened: Promise<ProcessApp> | undefined;

type ProcessApp = { readonly db: TestDatabase; readonly running: RunningApp };

/** For one test file, with a new tenant and an empty log. It closes it when it is done. */
export async function takeProcessApp(): Promise<TestApp> {
  opened ??= openProcessApp();
  closeAtEnd(closeProcessApp);
  const { db, running } = await opened.catch((error: unknown) => {
    // An app that couldn't be started fails only this test file.
    opened = undefined;
    throw error;
  });
  return takeApp(
    { ...running, app: { ...running.app, stop: refuseToStop } },
    { ...db, close: refuseToStop },
    () => leaveShared(closeProcessApp),
  );
}

export async function closeProcessApp(): Promise<void> {
  const app = await opened?.catch(() => undefined);
  opened = undefined;
  await app?.running.stop();
  await app?.db.close();
}

async function openProcessApp(): Promise<ProcessApp> {
  const db = await openTestDatabase();
  return { db, running: await runApp(db, await ownAddress(), () => {}, "patient") };
}

/** Settings for a Kassa at an address of its own, which cookies and passkeys belong to. */
export async function ownAddress(): Promise<Record<string, string>> {
  const port = await freePort();
  return { PORT: String(port), KASSA_PUBLIC_URL: `http://localhost:${port}` };
}

async function refuseToStop(): Promise<never> {
  throw new Error(
    "Other test files use this app, too. A test that stops one starts it itself: startTestApp.",
  );
}
