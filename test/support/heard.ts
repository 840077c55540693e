import type { CDPSession, Page } from "playwright-core";

const treeOf = (devTools: CDPSession) => devTools.send("Accessibility.getFullAXTree");
type AxNode = Awaited<ReturnType<typeof treeOf>>["nodes"][number];
type AxValue = NonNullable<AxNode["name"]>;

/** A browser focuses the element that asks for it only when it draws the page. */
const isFocusThere =
  "!document.querySelector('[autofocus]') || document.activeElement.matches('[autofocus]')";

/**
 * What a screen reader says from the top of a page to its end: a line for each element of Chromium's accessibility tree, with its role,
 * its name, its states and, after a dash, its description. Text is said as it stands. `> ` marks the element with the focus.
 */
export async function heardOn(page: Page): Promise<string> {
  await page.waitForFunction(isFocusThere);
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await treeOf(devTools);
  await devTools.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const read = (node: AxNode): void => {
    const line = node.ignored ? undefined : lineOf(node);
    if (line !== undefined) lines.push(line);
    if (!node.ignored && saysItsContent.has(roleOf(node))) return;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) read(child);
    }
  };
  const [root] = nodes;
  if (root) read(root);
  return `${lines.join("\n")}\n`;
}

const roleOf = (node: AxNode): string => String(node.role?.value ?? "");
const textOf = (value: AxValue | undefined): string => String(value?.value ?? "").trim();

/** Roles whose name is their content: it isn't said a second time. */
const saysItsContent = new Set([
  "StaticText",
  "button",
  "link",
  "heading",
  "textbox",
  "radio",
  "checkbox",
  "combobox",
  "image",
  "DisclosureTriangle",
]);

/** Roles that are only a frame of what is in them. */
const silent = new Set([
  "generic",
  "none",
  "paragraph",
  "InlineTextBox",
  "listitem",
  "ListMarker",
  "strong",
  "LabelText",
  "LayoutTable",
  "Details",
  "emphasis",
  "term",
  "definition",
  "DescriptionListTerm",
  "DescriptionListDetail",
  "time",
  "",
]);

/** Roles that say something only with a name. */
const silentWithoutName = new Set(["group", "form", "list", "figure", "DescriptionList", "Figcaption"]);

/** How people call the roles. */
const roleNames: Readonly<Record<string, string>> = {
  RootWebArea: "page",
  textbox: "edit",
  DisclosureTriangle: "button",
  contentinfo: "footer",
  complementary: "aside",
};

function lineOf(node: AxNode): string | undefined {
  const role = roleOf(node);
  const name = textOf(node.name);
  if (role === "StaticText") return name === "" ? undefined : name;
  if (silent.has(role) || (name === "" && silentWithoutName.has(role))) return undefined;
  const states = statesOf(node);
  const words = [roleNames[role] ?? role, ...states.said].join(", ");
  const value = role === "textbox" || role === "combobox" ? textOf(node.value) : "";
  const description = textOf(node.description);
  return `${states.isFocused ? "> " : ""}${words}${name && `: ${name}`}${value && ` = ${value}`}${description && ` — ${description}`}`;
}

function statesOf({ properties = [], role }: AxNode): {
  readonly said: readonly string[];
  readonly isFocused: boolean;
} {
  const of = (name: string): unknown => properties.find((each) => each.name === name)?.value.value;
  const isOn = (name: string): boolean => of(name) === true || of(name) === "true";
  const level = of("level");
  const said = [
    ...(role?.value === "heading" && level !== undefined ? [`level ${level}`] : []),
    ...(isOn("required") ? ["required"] : []),
    ...(isOn("invalid") ? ["invalid"] : []),
    ...(isOn("checked") ? ["checked"] : []),
    ...(isOn("disabled") ? ["disabled"] : []),
    ...(role?.value === "DisclosureTriangle" ? [isOn("expanded") ? "expanded" : "collapsed"] : []),
    ...(isOn("busy") ? ["busy"] : []),
    ...(of("live") === "polite" ? ["says changes"] : []),
  ];
  return { said, isFocused: isOn("focused") && role?.value !== "RootWebArea" };
}
