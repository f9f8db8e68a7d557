import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

/* An export is read by another file: what only its own file reads is not exported, and what nobody reads is not there. */

const FOLDERS = [
  "base",
  "pdf-reader",
  "ir",
  "compiler",
  "accessibility",
  "backends",
  "compare",
  "runtime",
  "web",
  "golden",
  "tests",
  "scripts",
  "bench",
];
/** Exports for those outside of the repository, for the schemas, and for modules that are loaded by their names. */
const DOORS =
  /^(?:ir\/index|runtime\/index|runtime\/browser\/platen|runtime\/client\/client|runtime\/testing\/matchers|compare\/diff\/schema|runtime\/mcp\/in-process|runtime\/pool\/start-script|runtime\/browser\/buffer|compiler\/request\/types\/[\w-]+|tests\/support\/(?:longest-first|run-folder)|tests\/library\/types\/example)\.ts$/;

const ALL = "*";

interface Module {
  readonly exported: Set<string>;
  /** name, or ALL, by the file that has it */
  readonly read: (readonly [file: string, name: string])[];
}

/** Source of a module that `from` imports by `specifier`, in the repository; builds are of their sources. */
const sourceOf = (from: string, specifier: string): string =>
  path
    .join(path.dirname(from), specifier)
    .replace(/^dist\//, "")
    .replace(/\.js$/, ".ts");

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function namesIn(pattern: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(pattern)) return [pattern.text];
  return pattern.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}

function declared(node: ts.Node): readonly string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const { name } = node as ts.Node & { readonly name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

function moduleOf(file: string): Module {
  const module: Module = { exported: new Set(), read: [] };
  const reads = (specifier: ts.Expression, names: readonly string[]): void => {
    if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith(".")) return;
    for (const name of names) module.read.push([sourceOf(file, specifier.text), name]);
  };
  const named = (elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): readonly string[] =>
    elements.map(({ propertyName, name }) => (propertyName ?? name).text);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      if (node.importClause?.name) reads(node.moduleSpecifier, ["default"]);
      if (bindings) reads(node.moduleSpecifier, ts.isNamespaceImport(bindings) ? [ALL] : named(bindings.elements));
    } else if (ts.isExportDeclaration(node)) {
      const { exportClause: clause, moduleSpecifier } = node;
      const list = clause && ts.isNamedExports(clause) ? clause.elements : null;
      if (moduleSpecifier) reads(moduleSpecifier, list ? named(list) : [ALL]);
      for (const { name } of list ?? []) module.exported.add(name.text);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) reads(node.arguments[0]!, [ALL]);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) reads(node.argument.literal as ts.StringLiteral, [ALL]);
    else if (isExported(node)) for (const name of declared(node)) module.exported.add(name);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true));
  return module;
}

test("every export is read by another file", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/\.d\.ts$|node_modules/.test(file))
      .map((file) => path.join(folder, file)),
  );
  const modules = new Map(files.map((file) => [file, moduleOf(file)]));
  const read = new Set([...modules.values()].flatMap((module) => module.read.map(([file, name]) => `${file} ${name}`)));
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !DOORS.test(file));
  const exported = sources.flatMap((file) => [...modules.get(file)!.exported].map((name) => ({ file, name })));
  expect(exported.length).toBeGreaterThan(2000);
  const unread = exported.filter(({ file, name }) => !read.has(`${file} ${name}`) && !read.has(`${file} ${ALL}`));
  expect(unread.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
