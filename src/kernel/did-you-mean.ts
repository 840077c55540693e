/** The most edits between a mistyped name and a suggestion. */
const mostEdits = 2;

/**
 * The suggestion for an unknown `name`: the closest of `names`, ignoring case, at most two edits away (a character
 * inserted, deleted or replaced, or two neighbours swapped) and fewer than half of its length. If none is that close, the
 * only one of `names` that begins or ends with the words of `name`, as lineItems with items. Otherwise undefined.
 */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const lowered = name.toLowerCase();
  let closest: string | undefined;
  let fewest = Math.min(mostEdits + 1, Math.ceil(name.length / 2));
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const edits = countEdits(lowered, candidate.toLowerCase());
    if (edits >= fewest) continue;
    closest = candidate;
    fewest = edits;
  }
  return closest ?? onlyNameWithWords(name, names);
}

function onlyNameWithWords(name: string, names: readonly string[]): string | undefined {
  const written = wordsOf(name).join(" ");
  if (written === "") return undefined;
  const found = names.filter((candidate) => {
    const words = wordsOf(candidate).join(" ");
    return words.startsWith(`${written} `) || words.endsWith(` ${written}`);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The words of lineItems, line_items, LINE_ITEMS or line.items. */
const wordsOf = (name: string): string[] =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|[._]/).map((word) => word.toLowerCase());

/** The optimal string alignment distance. It takes as many steps as the product of the lengths. */
function countEdits(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = left[row - 1] === right[column - 1] ? 0 : 1;
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + replaced,
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped && row > 1 && column > 1) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
