import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { readConfig } from "./config.ts";

/** Compares docs/reference/configuration.md, .env.example and compose.yaml with the files in config/. */
const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

const readers = globSync("src/config/*.ts", { cwd: new URL("..", import.meta.url) })
  .map(read)
  .join("");
const variables = unique(readers.matchAll(/"(PORT|HOST|DATABASE_URL|KASSA_[A-Z_]+)"/g));
const rows = new Map(
  [...read("docs/reference/configuration.md").matchAll(/^\| `([A-Z_]+)` \| (\S+) \| `([^`]+)` \| \S/gm)].map(
    ([, name = "", standard = "", example = ""]) => [name, { standard, example }],
  ),
);

function unique(matches: Iterable<RegExpMatchArray>): string[] {
  return [...new Set(Array.from(matches, ([, name = ""]) => name))].sort();
}

test("every variable has a row in docs/reference/configuration.md, and every row is of a variable", () => {
  assert.deepEqual([...rows.keys()].sort(), variables);
});

test("every variable stands in .env.example", () => {
  const offered = unique(read(".env.example").matchAll(/^#?([A-Z_]+)=/gm));
  assert.deepEqual(
    offered.filter((name) => name !== "POSTGRES_PASSWORD"),
    variables,
  );
});

test("compose.yaml passes every variable on, but for those of the image", () => {
  const passed = unique(read("compose.yaml").matchAll(/^ {6}([A-Z_]+): /gm)).filter(
    (name) => !name.startsWith("POSTGRES_"),
  );
  // The image listens on its own port of all its addresses, and has no database of its own.
  const ofTheImage = new Set(["PORT", "HOST", "KASSA_DATA_DIR"]);
  assert.deepEqual(
    passed,
    variables.filter((name) => !ofTheImage.has(name)),
  );
  for (const name of passed.filter((one) => !["DATABASE_URL", "KASSA_METRICS_HOST"].includes(one)))
    assert.match(read("compose.yaml"), new RegExp(`${name}: \\$\\{${name}:[-?]`), name);
});

for (const [name, { standard, example }] of rows) {
  test(`${name}: setting the documented default changes nothing`, () => {
    const value = standard === "unset" ? undefined : standard.replaceAll("`", "");
    // Whether the port was asked for by name is remembered, for only then a taken one is an error.
    const { metricsPortIsSet: _given, ...given } = readConfig({ [name]: value });
    const { metricsPortIsSet: _standard, ...byDefault } = readConfig({});
    assert.deepEqual(given, byDefault);
  });

  test(`${name}: the documented example can be used`, () => {
    assert.doesNotThrow(() =>
      readConfig({ KASSA_SECRET_KEY: "thirty-two or more bytes of secrets", [name]: example }),
    );
  });
}
