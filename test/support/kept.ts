/** What test files of one process share, such as its browser, and how each is closed. */
const closers = new Set<() => Promise<void>>();
let isKept = false;

/** From now on what is shared outlives the test file that started it, until `closeShared`. */
export function keepShared(): void {
  isKept = true;
}

/** Called by what is shared when it starts. */
export function closeAtEnd(close: () => Promise<void>): void {
  closers.add(close);
}

/** Called when a test file is done with something shared: it closes unless later files may use it. */
export async function leaveShared(close: () => Promise<void>): Promise<void> {
  if (!isKept) await close();
}

export async function closeShared(): Promise<void> {
  await Promise.all([...closers].map((close) => close()));
}
