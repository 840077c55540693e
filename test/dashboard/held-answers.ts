import type { Page } from "playwright-core";

/** How much of a page's content moved while it was loading, and which. 0: nothing did. */
export type Moved = { readonly score: number; readonly what: readonly string[] };

/**
 * Holds each answer that the pages of a window get from Kassa, until `letAnswersIn` releases it.
 * What moves meanwhile is measured by the browser itself, as “layout shift”.
 */
export async function holdAnswers(page: Page): Promise<void> {
  await page.context().addInitScript({ content: hold });
}

/**
 * Releases the answers one by one, each once what came before it is painted. Returns when the screen is complete.
 *
 * @param order which of those that are held comes next
 */
export const letAnswersIn = (page: Page, order: "first" | "last"): Promise<Moved> =>
  page.evaluate(`kassaTest.letIn("${order}")`);

const linkTo = (path: string): string => `document.querySelector('a[href=${JSON.stringify(path)}]')`;

export const hasLink = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(`${linkTo(path)} !== null`);

/** Follows a link as a press would. The browser doesn't measure what moves within half a second of a real one. */
export const follow = (page: Page, path: string): Promise<void> => page.evaluate(`${linkTo(path)}.click()`);

const hold = `{
  const held = [];
  let asked = 0;
  let moved = [];
  const ask = window.fetch.bind(window);
  window.fetch = async (...request) => {
    asked += 1;
    try {
      const answer = await ask(...request);
      await answer.clone().arrayBuffer();
      await new Promise((release) => held.push(release));
      return answer;
    } finally {
      asked -= 1;
    }
  };
  const nameOf = ({ node, previousRect, currentRect }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const text = element?.textContent?.trim().slice(0, 40) ?? "";
    return \`\${element?.tagName} "\${text}" from \${previousRect.y} to \${currentRect.y}, from \${previousRect.x} to \${currentRect.x}\`;
  };
  const note = (entries) => {
    for (const { value, sources } of entries) moved.push({ value, what: sources.map(nameOf) });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const isComplete = () =>
    asked === 0 && document.querySelector("h1") !== null && document.querySelector("[data-loading], .mantine-Loader-root") === null;
  const letIn = async (order) => {
    let framesComplete = 0;
    for (let frames = 0; framesComplete < 4; frames += 1) {
      if (frames > 2000) throw new Error(\`\${location.pathname} isn't complete: \${asked} asked, \${held.length} held\`);
      await frame();
      framesComplete = isComplete() ? framesComplete + 1 : 0;
      if (held.length > 0 && held.length === asked) (order === "first" ? held.shift() : held.pop())();
    }
    note(observer.takeRecords());
    const all = moved;
    moved = [];
    return { score: all.reduce((sum, { value }) => sum + value, 0), what: all.flatMap(({ what }) => what) };
  };
  window.kassaTest = { letIn };
}`;
