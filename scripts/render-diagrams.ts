import { globSync, readFileSync } from "node:fs";
import { renderMermaidSVG } from "beautiful-mermaid";
import { tokenColour } from "../src/design/tokens.ts";
import { diagramFile } from "../src/docs/markdown/figure.ts";

/** The Mermaid diagrams of the docs as pictures: `npm run generate` writes them, because drawing needs a second and a large library. */
export function renderDiagrams(root: string): { path: string; content: string }[] {
  const files = globSync("docs/{get-started,how-to,reference,explanation,operate}/**/*.md", { cwd: root });
  const sources = files.toSorted().flatMap((file) => diagramsIn(readFileSync(`${root}/${file}`, "utf8")));
  return [...new Set(sources)].map((source) => ({
    path: `docs/images/${diagramFile(source)}`,
    content: `${drawDiagram(source)}\n`,
  }));
}

const diagramsIn = (text: string): string[] =>
  Array.from(text.matchAll(/^```mermaid\n(.*?)\n```$/gms), ([, source = ""]) => source);

/** The library's own style names a font on another server and one set of colours. */
function drawDiagram(source: string): string {
  return renderMermaidSVG(source, { transparent: true, padding: 16 })
    .replace(/<style>.*?<\/style>/s, `<title>${titleOf(source)}</title>\n<style>${style()}</style>`)
    .replace(/ style="--bg:[^"]*"/, "")
    .replaceAll(/ data-[\w-]+="[^"]*"/g, "");
}

const titleOf = (source: string): string =>
  source.startsWith("sequenceDiagram") ? "Sequence diagram" : "State diagram";

function style(): string {
  return `text{font-family:system-ui,sans-serif}svg{${colours("light")}}@media (prefers-color-scheme:dark){svg{${colours("dark")}}}`;
}

function colours(scheme: "light" | "dark"): string {
  const colour = (name: `--${string}`) => tokenColour(scheme, name);
  const values = {
    _text: colour("--text"),
    "_text-sec": colour("--muted"),
    "_text-muted": colour("--muted"),
    "_text-faint": colour("--muted"),
    _line: colour("--control"),
    _arrow: colour("--control"),
    "_node-fill": colour("--sunken"),
    "_node-stroke": colour("--control"),
    "_group-fill": colour("--raised"),
    "_group-hdr": colour("--sunken"),
    "_inner-stroke": colour("--line"),
    "_key-badge": colour("--sunken"),
    bg: colour("--raised"),
  };
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}
