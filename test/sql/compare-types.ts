import ts from "typescript";

/** The JavaScript types that node-postgres returns and accepts for PostgreSQL's types. */
type Kind = "number" | "string" | "boolean" | "Date" | "Buffer" | "json";

/** By their OIDs in pg_type, which are the same in every database. */
const kinds: Readonly<Record<number, Kind>> = {
  16: "boolean",
  17: "Buffer",
  // bigint and smaller; database.ts reads bigint as a number
  20: "number",
  21: "number",
  23: "number",
  25: "string",
  26: "number",
  114: "json",
  700: "number",
  701: "number",
  1043: "string",
  1184: "Date",
  1700: "string",
  19: "string",
  3220: "string",
  3802: "json",
};

/** Element types of arrays, by the OID of the array type. */
const lists: Readonly<Record<number, number>> = {
  1000: 16,
  1001: 17,
  1005: 21,
  1007: 23,
  1009: 25,
  1016: 20,
  1022: 701,
  1185: 1184,
};

/** Why a TypeScript type doesn't fit a column's type; undefined if it fits. */
export function misfit(checker: ts.TypeChecker, type: ts.Type, postgresType: number): string | undefined {
  const element = lists[postgresType];
  const members = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0,
  );
  for (const member of members) {
    if (member.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) continue;
    if (element !== undefined) {
      const [of] = checker.isArrayLikeType(member)
        ? checker.getTypeArguments(member as ts.TypeReference)
        : [];
      const inner = of && misfit(checker, of, element);
      if (of && inner === undefined) continue;
      return `${checker.typeToString(member)} is not an array of ${kinds[element]}`;
    }
    const kind = kinds[postgresType];
    if (kind === undefined) return `PostgreSQL's type ${postgresType} is missing in the table`;
    if (!isOfKind(checker, member, kind)) return `${checker.typeToString(member)} is not a ${kind}`;
  }
  return undefined;
}

function isOfKind(checker: ts.TypeChecker, type: ts.Type, kind: Kind): boolean {
  switch (kind) {
    case "number":
      return (type.flags & ts.TypeFlags.NumberLike) !== 0;
    case "string":
      return (type.flags & ts.TypeFlags.StringLike) !== 0;
    case "boolean":
      return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
    case "json":
      return true;
    default:
      return checker.getApparentType(type).symbol?.name === kind;
  }
}

/**
 * Why a TypeScript type doesn't fit a statement's parameter. Times may be strings, which keep microseconds. Days are strings, and are
 * selected as text: node-postgres would make a time of them, in the time zone of the process.
 */
export function misfitOfValue(
  checker: ts.TypeChecker,
  type: ts.Type,
  postgresType: number,
): string | undefined {
  const isTimeAsText =
    [timestamptz, date].includes(postgresType) && misfit(checker, type, text) === undefined;
  return isTimeAsText ? undefined : misfit(checker, type, postgresType);
}

const text = 25;
const timestamptz = 1184;
const date = 1082;

/** Whether a TypeScript type includes null. */
export function takesNull(type: ts.Type): boolean {
  const members = type.isUnion() ? type.types : [type];
  return members.some(
    ({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0,
  );
}
