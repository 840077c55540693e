import { after, before } from "node:test";

/**
 * Something that the tests of a file share: it is opened before the first of them and closed after the last, and empty until then.
 *
 * @param prepare what the tests need besides. Where no suite surrounds a file, Node runs its hooks at the same time, so a second hook wouldn't find it open.
 */
export function useOpened<Opened extends { close(): Promise<void> }>(
  open: () => Promise<Opened>,
  prepare: (opened: Opened) => Promise<unknown>,
): Opened {
  const opened = {} as Opened;
  before(async () => {
    Object.assign(opened, await open());
    await prepare(opened);
  });
  after(() => opened.close());
  return opened;
}
