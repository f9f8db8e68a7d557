import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

/* A word of a caller or of a file is looked up in a Map, or by `lookup` and `memberOf`, since a plain object has names of its prototype. */
const ROOMS = ["base", "pdf-reader", "ir", "compiler", "backends", "accessibility", "compare", "runtime", "web"];

/** Places that are safe by what is in them, by reason. */
const KNOWN: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "keys of the same object, or of a table that is made here with the same keys",
    [
      "compiler/check/flow/styles.ts styles[name]",
      "compiler/core/variations.ts from[tag]",
      "compiler/core/variations.ts own[tag]",
      "compiler/core/variations.ts values[tag]",
      "compiler/einvoice/model/read.ts group[key]",
      "compiler/lazy-modules.ts (value as Readonly<Record<string, unknown>>)[key]",
      "compiler/paint/language.ts LIKELY[s]",
      "compiler/request/absent.ts own.properties![key]",
      "compiler/template/full-records.ts values[field]",
      "compiler/text/font/check-variations.ts from[tag]",
      "runtime/core/schemas.ts $defs[t]",
      "runtime/core/schemas.ts $defs[type]",
      'runtime/core/schemas.ts TYPES[Object.keys(TYPES).find((t) => plain(t) === plainName) ?? ""]',
      "runtime/pool/phases.ts this.#spent[this.#current]",
      "runtime/store/to-postgres.ts row[c]",
    ],
  ],
  [
    "the object has no prototype",
    [
      "backends/pdf/imported/copy.ts out[key]",
      'compiler/picture/svg/tree/tree.ts own[key === "xmlns" ? "" : key.slice(6)]',
      "compiler/template/expression.ts scope[first]",
      "compiler/template/expression.ts scope[name]",
      "compiler/template/lint.ts out[name]",
      "compiler/template/record.ts found[step]",
      "compiler/template/record.ts out[name]",
    ],
  ],
  [
    "a key is written, and __proto__ was refused with the JSON or the schema",
    [
      "compiler/data/project-table.ts row[key]",
      "compiler/request/absent.ts out[key]",
      "compiler/request/json-value.ts out[key]",
      "compiler/template/bind.ts out[key]",
      "compiler/template/bind.ts row[key]",
      "compiler/template/braces.ts out[key]",
      "compiler/template/braces.ts out[name]",
      "runtime/bulk/columns.ts at[steps.at(-1)!]",
      "runtime/docs/json.ts target[steps.at(-1)!]",
    ],
  ],
  ["the key is a path of the patch that Platen made", ["compiler/core/patch.ts holder[key]"]],
  [
    "the key is a field of Platen's own tables: of invoices, briefs, schemas, descriptions, the store",
    [
      "compiler/brief/read.ts out[name]",
      "compiler/einvoice/model/compute.ts line[name]",
      "compiler/einvoice/model/compute.ts totals[name]",
      "compiler/einvoice/model/compute.ts whole[name]",
      "compiler/einvoice/model/decode.ts out[field.key]",
      "compiler/einvoice/model/encode.ts out[field.key]",
      "compiler/einvoice/model/read.ts draftAt(holder, path.slice(0, -1))[path.at(-1)!]",
      "compiler/einvoice/model/read.ts here[name]",
      "compiler/einvoice/model/read.ts holder[path.at(-1)!]",
      "compiler/einvoice/model/room.ts out[field.key]",
      "compiler/request/absent.ts b.properties![tag]",
      "compiler/request/absent.ts given[key]",
      "compiler/request/absent.ts given[tag]",
      'compiler/request/absent.ts this.root.$defs[schema.$ref.slice("#/$defs/".length)]',
      'compiler/request/explain.ts $defs[settings.$ref.slice("#/$defs/".length)]',
      "compiler/request/explain.ts ARTICLE[t]",
      "compiler/request/explain.ts b.properties![tag]",
      "compiler/request/explain.ts s.properties?.[step]",
      "compiler/request/explain.ts s.properties[step]",
      "compiler/request/explain.ts schema.properties![field!]",
      'compiler/request/explain.ts this.root.$defs[s.$ref.slice("#/$defs/".length)]',
      "runtime/core/schemas.ts defs[name!]",
      "runtime/docs/json.ts samples[type]",
      "runtime/docs/reference/page.ts components.parameters[last(p.$ref)]",
      "runtime/docs/reference/page.ts headers[last(header.$ref)]",
      "runtime/engine/display-list.ts b.properties?.[name]",
      'runtime/engine/display-list.ts defs[b.$ref.slice("#/$defs/".length)]',
      "runtime/fonts/catalog.ts packages[f.folder]",
      "runtime/fonts/font-folders.ts packages[folder]",
      "runtime/http/app.ts name in req.headers",
      "runtime/http/openapi-defaults.ts out[key]",
      "runtime/http/openapi-defaults.ts schema[key]",
      "runtime/http/openapi-schemas.ts part[name]",
      "runtime/library/options.ts name in v",
      "runtime/store/row.ts row[name]",
      "runtime/store/to-postgres.ts counts[table]",
    ],
  ],
  [
    "no name of a prototype has such a form: a letter of a path, four characters of an axis, attributes as resvg writes them, a digest, a pointer",
    [
      'compiler/picture/svg/tree/xml.ts read[key!.replace(/^xlink:/, "")]',
      "compiler/core/path-data.ts NUMBERS[letter]",
      "compiler/text/color/variation.ts variations[fvar.name(axis)]",
      "compiler/text/font/choose-face.ts asked[tag]",
      "compiler/text/font/choose-face.ts variations[axis.tag]",
      "compiler/text/font/choose-face.ts variations[tag]",
      "ir/dump.ts inline[id]",
      "runtime/browser/bind.ts places[at]",
      "runtime/fonts/variable/fvar.ts coordinates[tag]",
    ],
  ],
]);

const isIn = (file: string): boolean =>
  ROOMS.some((room) => file.startsWith(`${room}/`)) && !file.endsWith(".test.ts") && file !== "base/lookup.ts";

function textual(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(textual);
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0;
}

const isInOperator = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword;

/** Text of an expression without assertions and white space. */
const bare = (node: ts.Node): string => node.getText().replace(/[!?\s]/g, "");

/** True for a key of which the enclosing function or loop says that it is the object's own. */
function isOwnKey({ expression, argumentExpression }: ts.ElementAccessExpression): boolean {
  const [object, key] = [bare(expression), bare(argumentExpression)];
  for (let node: ts.Node = expression; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isForInStatement(node) && loops(node, key) && bare(node.expression) === object) return true;
    if (ts.isForOfStatement(node) && loops(node, key) && bare(node.expression) === `Object.keys(${object})`) return true;
    if (ts.isFunctionLike(node) && bare(node).includes(`Object.hasOwn(${object},${key})`)) return true;
  }
  return false;
}
const loops = ({ initializer }: ts.ForInOrOfStatement, key: string): boolean =>
  ts.isVariableDeclarationList(initializer) && initializer.declarations[0]!.name.getText() === key;

/** Places where an object is read or written at any text. */
function lookUps(program: ts.Program, isOurs: (file: string) => boolean): readonly string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const isSafe = (node: ts.Node): boolean =>
    ts.isElementAccessExpression(node) && (isOwnKey(node) || checker.getTypeAtLocation(node.expression).symbol?.name === "ProcessEnv");
  for (const source of program.getSourceFiles()) {
    const file = path.relative(root, source.fileName);
    if (!isOurs(file)) continue;
    const visit = (node: ts.Node): void => {
      const word = ts.isElementAccessExpression(node) ? node.argumentExpression : isInOperator(node) ? node.left : null;
      if (word && textual(checker.getTypeAtLocation(word)) && !isSafe(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1} ${node.getText().replace(/\s+/g, " ")}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

test("no table is read with a word of a file but by a Map or lookup", () => {
  const configOf = (file: string): ts.ParsedCommandLine =>
    ts.getParsedCommandLineOfConfigFile(path.join(root, file), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined })!;
  const [config, web] = [configOf("tsconfig.json"), configOf("web/tsconfig.json")];
  const files = [...config.fileNames, ...web.fileNames].filter((file) => isIn(path.relative(root, file)));
  expect(files.length).toBeGreaterThan(1600);
  expect(web.fileNames.length).toBeGreaterThan(50);
  // one program, with the types of Node and of browsers
  const found = lookUps(ts.createProgram(files, { ...config.options, lib: web.options.lib! }), isIn);
  const withoutLine = (place: string): string => place.replace(/:\d+ /, " ");
  const known = new Set([...KNOWN.values()].flat());
  expect(found.filter((place) => !known.has(withoutLine(place)))).toEqual([]);
  expect(new Set(found.map(withoutLine))).toEqual(known);
});

test("a look-up by any text is found, one by a number or by a known name is not", () => {
  const text = [
    "type A = Record<string, string>;",
    "export const f = (a: A, b: string[], k: string, n: number, o: 'x' | 'y') => [a[k], b[n], { x: 1, y: 2 }[o], a[`${k}`], k in a];",
    "export const g = (a: A, k: string) => (Object.hasOwn(a, k) ? a[k] : '');",
    "export const h = (c: A, d: A) => { for (const k in c) c[k] = d[k]!; };",
  ].join("\n");
  const file = path.join(root, "example.ts");
  const host = ts.createCompilerHost({ noLib: true });
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const program = ts.createProgram(
    [file],
    { noLib: true },
    { ...host, getSourceFile: (name) => (name === file ? source : undefined), fileExists: (name) => name === file },
  );
  expect(lookUps(program, (name) => name === "example.ts").map((place) => place.slice(place.indexOf(" ") + 1))).toEqual([
    "a[k]",
    "a[`${k}`]",
    "k in a",
    "d[k]",
  ]);
});
