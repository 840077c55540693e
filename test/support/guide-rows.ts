import { readFile } from "node:fs/promises";

/** The rows of the table below a heading of a connector's guide, without the table's own heading. */
export async function guideRows(connector: string, heading: string): Promise<string[]> {
  const guide = await readFile(new URL(`../../docs/how-to/${connector}.md`, import.meta.url), "utf8");
  const section = guide.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
}
