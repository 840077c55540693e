import ts from "typescript";

/** The arguments of the function call that is being evaluated, by parameter. */
export type Bindings = ReadonlyMap<ts.Symbol, Argument | "not given">;
export type Argument = { readonly expression: ts.Expression; readonly bindings: Bindings };

/** Stands for a parameter number that is only known at run time: `$99` becomes the next free number. */
export const nextNumber = "99";

export const noBindings: Bindings = new Map();

/** An expression with more possible texts than these is probably built from data. */
const mostAlternatives = 200;

/** Thrown for a text that depends on data. */
export class NotConstant extends Error {}

/**
 * All possible texts of an expression: of constants, templates, conditional expressions, calls of functions that return these, and
 * values whose type is a union of literals.
 *
 * @throws NotConstant
 */
export function textsOf(checker: ts.TypeChecker, expression: ts.Expression, bindings: Bindings): string[] {
  const texts = (inner: ts.Expression, within = bindings): string[] => textsOf(checker, inner, within);
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return [expression.text];
  if (ts.isTemplateExpression(expression))
    return expression.templateSpans.reduce(
      (before, span) => combine(combine(before, texts(span.expression)), [span.literal.text]),
      [expression.head.text],
    );
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  )
    return texts(expression.expression);
  if (ts.isConditionalExpression(expression))
    return unique(branchesOf(checker, expression, bindings).flatMap((branch) => texts(branch)));
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return combine(texts(expression.left), texts(expression.right));
  if (ts.isIdentifier(expression)) return textsOfName(checker, expression, bindings);
  if (ts.isCallExpression(expression)) return textsOfCall(checker, expression, bindings);
  if (ts.isPropertyAccessExpression(expression)) return textsOfProperty(checker, expression, bindings);
  if (ts.isElementAccessExpression(expression)) return textsOfEntries(checker, expression, bindings);
  return literalsOf(checker, expression);
}

/** Both branches, unless the condition tests whether a parameter was given. */
function branchesOf(
  checker: ts.TypeChecker,
  { condition, whenTrue, whenFalse }: ts.ConditionalExpression,
  bindings: Bindings,
): ts.Expression[] {
  if (!ts.isBinaryExpression(condition) || condition.right.getText() !== "undefined")
    return [whenTrue, whenFalse];
  const symbol = resolve(checker, condition.left);
  const bound = symbol && bindings.get(symbol);
  if (bound === undefined || condition.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken)
    return [whenTrue, whenFalse];
  return [bound === "not given" ? whenTrue : whenFalse];
}

function textsOfName(checker: ts.TypeChecker, name: ts.Identifier, bindings: Bindings): string[] {
  const symbol = resolve(checker, name);
  const bound = symbol && bindings.get(symbol);
  if (bound === "not given") throw new NotConstant(`${name.text} has no argument`);
  if (bound) return textsOf(checker, bound.expression, bound.bindings);
  const declaration = symbol?.valueDeclaration;
  if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer && isConst(declaration))
    return textsOf(checker, declaration.initializer, bindings);
  return literalsOf(checker, name);
}

function textsOfProperty(
  checker: ts.TypeChecker,
  expression: ts.PropertyAccessExpression,
  bindings: Bindings,
): string[] {
  const declaration = checker.getSymbolAtLocation(expression.name)?.valueDeclaration;
  if (declaration && ts.isPropertyAssignment(declaration))
    return textsOf(checker, declaration.initializer, bindings);
  return literalsOf(checker, expression);
}

/** The texts of `record[name]` for every name. */
function textsOfEntries(
  checker: ts.TypeChecker,
  expression: ts.ElementAccessExpression,
  bindings: Bindings,
): string[] {
  const declaration = resolve(checker, expression.expression)?.valueDeclaration;
  let record = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  while (record && (ts.isAsExpression(record) || ts.isSatisfiesExpression(record)))
    record = record.expression;
  if (!record || !ts.isObjectLiteralExpression(record)) return literalsOf(checker, expression);
  return unique(
    record.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? textsOf(checker, property.initializer, bindings) : [],
    ),
  );
}

function textsOfCall(checker: ts.TypeChecker, call: ts.CallExpression, bindings: Bindings): string[] {
  const joined = joinedTexts(checker, call, bindings);
  if (joined) return joined;
  const called = functionOf(checker, call.expression);
  const returned = called && returnedBy(called);
  if (!returned) throw new NotConstant(`${call.getText()} is built at run time`);
  const own = bind(checker, called, call.arguments, bindings);
  return textsOf(checker, returned, new Map([...bindings, ...own]));
}

/** The texts of `list.join(between)` for an array literal. Elements that are pushed later are left out. */
function joinedTexts(
  checker: ts.TypeChecker,
  { expression, arguments: [between] }: ts.CallExpression,
  bindings: Bindings,
): string[] | undefined {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== "join" || !between)
    return undefined;
  const [separator = ""] = textsOf(checker, between, bindings);
  const parts = elementsOf(checker, expression.expression, bindings).map(
    ({ expression: part, bindings: own }) => textsOf(checker, part, own),
  );
  if (parts.length === 0) return separator === "" ? [""] : undefined;
  return parts.reduce((before, part) => combine(combine(before, [separator]), part));
}

/** The elements of an array literal, or of `map` over one; none of any other expression. */
function elementsOf(checker: ts.TypeChecker, list: ts.Expression, bindings: Bindings): Argument[] {
  if (ts.isAsExpression(list) || ts.isSatisfiesExpression(list))
    return elementsOf(checker, list.expression, bindings);
  if (ts.isArrayLiteralExpression(list))
    return list.elements
      .filter((one) => !ts.isSpreadElement(one))
      .map((expression) => ({ expression, bindings }));
  if (ts.isIdentifier(list)) {
    const declaration = resolve(checker, list)?.valueDeclaration;
    if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
      return elementsOf(checker, declaration.initializer, bindings);
  }
  if (
    ts.isCallExpression(list) &&
    ts.isPropertyAccessExpression(list.expression) &&
    list.expression.name.text === "map"
  ) {
    const [make] = list.arguments;
    if (make && ts.isArrowFunction(make) && !ts.isBlock(make.body)) {
      const { body } = make;
      return elementsOf(checker, list.expression.expression, bindings).map(
        ({ expression, bindings: own }) => ({
          expression: body,
          bindings: new Map([...bindings, ...bind(checker, make, [expression], own)]),
        }),
      );
    }
  }
  return [];
}

/** The arguments of a function call, by parameter. */
export function bind(
  checker: ts.TypeChecker,
  { parameters }: ts.SignatureDeclaration,
  values: readonly ts.Expression[],
  bindings: Bindings,
): Bindings {
  const bound = new Map<ts.Symbol, Argument | "not given">();
  parameters.forEach(({ name, initializer }, index) => {
    const value = values[index] ?? initializer;
    if (!value) return;
    for (const [part, expression] of partsOf(name, value)) {
      const symbol = checker.getSymbolAtLocation(part);
      if (symbol) bound.set(symbol, expression ? { expression, bindings } : "not given");
    }
  });
  return bound;
}

/** A parameter with its argument; for `{ table, due }` each name with its property. */
function partsOf(name: ts.BindingName, value: ts.Expression): [ts.Identifier, ts.Expression | undefined][] {
  if (ts.isIdentifier(name)) return [[name, value]];
  if (!ts.isObjectBindingPattern(name) || !ts.isObjectLiteralExpression(value)) return [];
  return name.elements.flatMap(
    ({ name: part, propertyName }): [ts.Identifier, ts.Expression | undefined][] => {
      const wanted = (propertyName ?? part).getText();
      const property = value.properties.find((candidate) => candidate.name?.getText() === wanted);
      if (!ts.isIdentifier(part)) return [];
      if (!property) return [[part, undefined]];
      return ts.isPropertyAssignment(property) ? [[part, property.initializer]] : [];
    },
  );
}

/** The function that an expression refers to, if it is declared in the sources. */
export function functionOf(
  checker: ts.TypeChecker,
  called: ts.Expression,
): ts.ArrowFunction | ts.FunctionDeclaration | undefined {
  const declaration = resolve(checker, called)?.valueDeclaration;
  if (!declaration) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  const isValue = ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration);
  return isValue && declaration.initializer && ts.isArrowFunction(declaration.initializer)
    ? declaration.initializer
    : undefined;
}

/** The expression that a function returns, if its last statement is its only return. */
function returnedBy({ body }: ts.ArrowFunction | ts.FunctionDeclaration): ts.Expression | undefined {
  if (!body || !ts.isBlock(body)) return body;
  const last = body.statements.at(-1);
  return last && ts.isReturnStatement(last) ? last.expression : undefined;
}

function resolve(checker: ts.TypeChecker, expression: ts.Expression): ts.Symbol | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const symbol =
    ts.isIdentifier(name) && ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

const isConst = (declaration: ts.VariableDeclaration): boolean =>
  ts.isVariableDeclarationList(declaration.parent) && (declaration.parent.flags & ts.NodeFlags.Const) !== 0;

/** The possible values of an expression whose type is a literal or a union of literals. */
function literalsOf(checker: ts.TypeChecker, expression: ts.Expression): string[] {
  const type = checker.getTypeAtLocation(expression);
  // `values.push(…)` returns the number of the parameter.
  if (type.flags & ts.TypeFlags.Number) return [nextNumber];
  const members = type.isUnion() ? type.types : [type];
  return members.map((member) => {
    if (member.isStringLiteral() || member.isNumberLiteral()) return String(member.value);
    throw new NotConstant(`${expression.getText()} can be any ${checker.typeToString(type)}`);
  });
}

function combine(left: readonly string[], right: readonly string[]): string[] {
  const combined = unique(left.flatMap((before) => right.map((after) => before + after)));
  if (combined.length > mostAlternatives) throw new NotConstant("there are too many combinations");
  return combined;
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
