/** Pages whose code `code-blocks.test.ts` doesn't run, and why. Every other page is run. */
export const notYet: Readonly<Record<string, string>> = {};
