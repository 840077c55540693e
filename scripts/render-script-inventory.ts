import { scriptInventory } from "../src/page-safety/script-inventory.ts";

/** docs/explanation/page-security.md with the current table of scripts. @throws Error if the table's marks are missing */
export function withScriptInventory(document: string): string {
  const table = /^\| Script \| .*?(?=\n\n)/ms;
  if (!table.test(document)) throw new Error("docs/explanation/page-security.md lacks the table of scripts");
  const rows = scriptInventory.map(
    ({ path, sources, pages, purpose, integrity, authorisedBy }) =>
      `| \`${path}\`, made of ${sources.map((source) => `\`${source}\``).join(", ")} | ${pages} | ${purpose} | \`${integrity}\` | ${authorisedBy} |`,
  );
  const head = [
    "| Script | Where | What for | Integrity | Authorised by |",
    "| --- | --- | --- | --- | --- |",
  ];
  // A function, because "$" in a replacement text is a reference.
  return document.replace(table, () => [...head, ...rows].join("\n"));
}
