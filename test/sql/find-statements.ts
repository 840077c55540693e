import path from "node:path";
import ts from "typescript";
import { type Bindings, bind, functionOf, NotConstant, noBindings, textsOf } from "./evaluate-text.ts";

/** A call that sends a statement to PostgreSQL. */
export type StatementCall = {
  /** `src/…/queries.ts:12` */
  readonly place: string;
  /** File and function of the call: `src/…/queries.ts listPayments`. */
  readonly operation: string;
  /** All texts that it can have. */
  readonly texts: readonly string[];
  /** The columns of its rows in TypeScript; undefined if it returns no rows. */
  readonly columns: readonly Claim[] | undefined;
  /** The values of `$1`, `$2`, … in TypeScript; undefined if the array is built at run time. */
  readonly values: readonly Claim[] | undefined;
  /** Whether its transaction is bound to one tenant and mode. */
  readonly isOfTenant: boolean;
};

/** A column or a parameter with its type in TypeScript. */
export type Claim = { readonly name: string; readonly type: ts.Type; readonly isOptional: boolean };

export type Found = {
  readonly checker: ts.TypeChecker;
  readonly statements: readonly StatementCall[];
  /** Calls whose text depends on data, and why. */
  readonly unknown: readonly { readonly place: string; readonly why: string }[];
};

const methods = new Set(["query", "one", "run", "send"]);

let lastFound: { readonly root: string; readonly found: Found } | undefined;

/** All calls of a transaction's methods in the sources under `src/`, without the tests. Searched once per process: it takes seconds. */
export function findStatements(root: string): Found {
  if (lastFound?.root !== root) lastFound = { root, found: search(root) };
  return lastFound.found;
}

function search(root: string): Found {
  const program = openProgram(root);
  const checker = program.getTypeChecker();
  const calls = new Calls(program, root);
  const statements: StatementCall[] = [];
  const unknown: { place: string; why: string }[] = [];
  for (const call of calls.all.filter((candidate) => isOfTransaction(checker, candidate))) {
    for (const use of usesOf(checker, calls, call)) {
      try {
        const { at, text, bindings, columns, values } = use;
        const texts = textsOf(checker, text, bindings);
        const isOfTenant = transactionOf(checker, call) === "TenantTransaction";
        const place = calls.placeOf(at);
        const operation = `${place.replace(/:\d+$/, "")} ${nameAround(at)}`;
        statements.push({ place, operation, texts, columns, values, isOfTenant });
      } catch (error) {
        if (!(error instanceof NotConstant)) throw error;
        unknown.push({ place: calls.placeOf(use.at), why: error.message });
      }
    }
  }
  return { checker, statements, unknown };
}

function openProgram(root: string): ts.Program {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include: ["src"] }, ts.sys, root);
  return ts.createProgram(
    fileNames.filter((file) => !/\.test\.ts$|test-support\.ts$|\/fixtures\//.test(file)),
    options,
  );
}

/** The calls in the sources. */
class Calls {
  readonly all: readonly ts.CallExpression[];
  readonly #root: string;
  readonly #checker: ts.TypeChecker;
  /** By the name that is written there. Finding what every call refers to would take seconds. */
  readonly #byName: ReadonlyMap<string, readonly ts.CallExpression[]>;
  /** The other names under which files import or export something, by its own. */
  readonly #aliases = new Map<string, string[]>();

  constructor(program: ts.Program, root: string) {
    this.#root = root;
    this.#checker = program.getTypeChecker();
    const all: ts.CallExpression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) all.push(node);
      if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) this.#noteAlias(node);
      ts.forEachChild(node, visit);
    };
    for (const file of program.getSourceFiles())
      if (!file.isDeclarationFile && file.fileName.startsWith(path.join(root, "src/"))) visit(file);
    this.all = all;
    this.#byName = Map.groupBy(all, ({ expression }) => lastNameOf(expression));
  }

  #noteAlias({ name, propertyName }: ts.ImportSpecifier | ts.ExportSpecifier): void {
    if (propertyName)
      this.#aliases.set(propertyName.text, [...(this.#aliases.get(propertyName.text) ?? []), name.text]);
  }

  /** The calls of a function, in the order of the sources. */
  of(called: ts.ArrowFunction | ts.FunctionDeclaration): readonly ts.CallExpression[] {
    const calls = this.#namesOf(nameOf(called)).flatMap((name) => this.#byName.get(name) ?? []);
    return calls.filter(({ expression }) => functionOf(this.#checker, expression) === called);
  }

  #namesOf(name: string): readonly string[] {
    const names = new Set([name]);
    // A set grows while it is gone through: an alias may have aliases.
    for (const each of names) for (const alias of this.#aliases.get(each) ?? []) names.add(alias);
    return [...names];
  }

  placeOf(node: ts.Node): string {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    return `${path.relative(this.#root, file.fileName)}:${line + 1}`;
  }
}

/** What is called `x` in `x()` and `a.x()`. */
const lastNameOf = (called: ts.Expression): string =>
  ts.isPropertyAccessExpression(called) ? called.name.text : ts.isIdentifier(called) ? called.text : "";

/** The name of a function, or of the constant or property whose value it is. */
const nameOf = (called: ts.ArrowFunction | ts.FunctionDeclaration): string => {
  const named = ts.isFunctionDeclaration(called) ? called : called.parent;
  const isNamed =
    ts.isFunctionDeclaration(named) || ts.isVariableDeclaration(named) || ts.isPropertyAssignment(named);
  return isNamed && named.name && ts.isIdentifier(named.name) ? named.name.text : "";
};

function isOfTransaction(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  const name = transactionOf(checker, call);
  return name === "Transaction" || name === "TenantTransaction";
}

/** The name of the class whose method is called. */
function transactionOf(checker: ts.TypeChecker, { expression }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || !methods.has(expression.name.text)) return undefined;
  return checker.getTypeAtLocation(expression.expression).symbol?.name;
}

/** A call with the arguments of the function around it. */
type Use = {
  readonly at: ts.CallExpression;
  readonly text: ts.Expression;
  readonly bindings: Bindings;
  readonly columns: readonly Claim[] | undefined;
  readonly values: readonly Claim[] | undefined;
};

/** The call itself or, if its text comes from a parameter of the function around it, the calls of that function. */
function usesOf(checker: ts.TypeChecker, calls: Calls, call: ts.CallExpression): Use[] {
  const [text, values] = call.arguments;
  if (!text) return [];
  const around = enclosingFunction(call);
  const direct = {
    at: call,
    text,
    bindings: noBindings,
    columns: columnsOf(checker, call),
    values: valuesOf(checker, values),
  };
  if (!around || !mentionsParameters(checker, text, around)) return [direct];
  const outer = calls.of(around);
  if (outer.length === 0) return [direct];
  return outer.map((at) => {
    const bindings = bind(checker, around, at.arguments, noBindings);
    const symbol = values && checker.getSymbolAtLocation(values);
    const given = symbol && bindings.get(symbol);
    return {
      at,
      text,
      bindings,
      columns: isGeneric(checker, call) ? columnsOf(checker, at) : direct.columns,
      values: given && given !== "not given" ? valuesOf(checker, given.expression) : direct.values,
    };
  });
}

function enclosingFunction(node: ts.Node): ts.ArrowFunction | ts.FunctionDeclaration | undefined {
  for (let at = node.parent; at; at = at.parent)
    if (ts.isFunctionDeclaration(at) || (ts.isArrowFunction(at) && ts.isVariableDeclaration(at.parent)))
      return at;
  return undefined;
}

/** The name of the outermost function around a call. */
function nameAround(call: ts.CallExpression): string {
  let name = "";
  for (let at: ts.Node = call; at.parent; at = at.parent)
    if (ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at) || ts.isMethodDeclaration(at))
      name = at.name?.getText() ?? name;
  return name;
}

/** Whether a text uses parameters of the function around it. */
function mentionsParameters(
  checker: ts.TypeChecker,
  text: ts.Expression,
  around: ts.SignatureDeclaration,
): boolean {
  const names = new Set(
    around.parameters
      .flatMap(({ name }) =>
        ts.isObjectBindingPattern(name) ? name.elements.map((part) => part.name) : [name],
      )
      .map((name) => checker.getSymbolAtLocation(name)),
  );
  let mentions = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.has(checker.getSymbolAtLocation(node))) mentions = true;
    ts.forEachChild(node, visit);
  };
  visit(text);
  return mentions;
}

/** The columns of the rows that a call returns; undefined if it returns none. */
function columnsOf(checker: ts.TypeChecker, call: ts.CallExpression): Claim[] | undefined {
  const row = rowOf(checker, call);
  const properties = row ? checker.getPropertiesOfType(row) : [];
  if (properties.length === 0 || isPrimitive(row)) return undefined;
  return properties.map((property) => ({
    name: property.name,
    type: checker.getTypeOfSymbolAtLocation(property, call),
    isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
  }));
}

const isPrimitive = (type: ts.Type | undefined): boolean =>
  type !== undefined &&
  (type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.StringLike)) !== 0;

/** Whether the row of a call is a type parameter of the function around it. */
const isGeneric = (checker: ts.TypeChecker, call: ts.CallExpression): boolean =>
  ((rowOf(checker, call)?.flags ?? 0) & ts.TypeFlags.TypeParameter) !== 0;

/** The row type of a call, without promise, array and undefined. */
function rowOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | undefined {
  const signature = checker.getResolvedSignature(call);
  if (!signature) return undefined;
  const returned = checker.getReturnTypeOfSignature(signature);
  const settled = withoutNothing(checker, checker.getAwaitedType(returned) ?? returned);
  return checker.isArrayType(settled) ? checker.getTypeArguments(settled as ts.TypeReference)[0] : settled;
}

/** `Row | undefined` as `Row`, also of a type parameter. */
function withoutNothing(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  if (!type.isUnion()) return type;
  const members = type.types.filter(
    ({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0,
  );
  return members.length === 1 && members[0] ? members[0] : checker.getNonNullableType(type);
}

function valuesOf(checker: ts.TypeChecker, values: ts.Expression | undefined): Claim[] | undefined {
  if (!values) return [];
  if (!ts.isArrayLiteralExpression(values) || values.elements.some(ts.isSpreadElement)) return undefined;
  return values.elements.map((element, index) => ({
    name: `$${index + 1}`,
    type: checker.getTypeAtLocation(element),
    isOptional: false,
  }));
}
