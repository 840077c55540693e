/**
 * The statements of an SQL file, each with the line, from 1, on which it begins. Comments are gone, what is in strings is too, words
 * are in upper case (but for names in quotes), and one space stands between them: patterns match what PostgreSQL would read.
 */
export function splitStatements(sql: string): { text: string; line: number }[] {
  const statements: { text: string; line: number }[] = [];
  let text = "";
  let start = 0;
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    if (token === ";") {
      if (text.trim() !== "") statements.push({ text: text.trim(), line: lineAt(sql, start) });
      text = "";
      continue;
    }
    const shown = shownAs(token);
    if (text === "" && shown.trim() !== "") start = index;
    if (shown !== " " || (text !== "" && !text.endsWith(" "))) text += shown;
  }
  if (text.trim() !== "") statements.push({ text: text.trim(), line: lineAt(sql, start) });
  return statements;
}

/** Comments, strings, dollar-quoted texts, names in quotes, spaces, words, and other characters one by one. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|"(?:[^"]|"")*"|\s+|\w+|[\s\S]/g;

function shownAs(token: string): string {
  if (/^(--|\/\*|\s)/.test(token)) return " ";
  if (/^([eE]?'|\$\w*\$)/.test(token)) return "''";
  // A name in quotes that needs none is the same without.
  if (/^"[a-z_][a-z0-9_]*"$/.test(token)) return token.slice(1, -1).toUpperCase();
  return token.startsWith('"') ? token : token.toUpperCase();
}

const lineAt = (sql: string, index: number): number => sql.slice(0, index).split("\n").length;
