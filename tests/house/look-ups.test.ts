import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

/* Rooms that read files of others: a name of theirs is looked up in a Map, or by `lookup`, since a plain object has names of its prototype. */
const ROOMS = [
  "base",
  "pdf-reader",
  "backends",
  "accessibility",
  "compare",
  "compiler/pdf",
  ...["xml", "judge"].map((room) => `compiler/einvoice/${room}`),
];

/** Safe by what is in them. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ["backends/pdf/syntax/object.ts dict[key]", "the keys are the object's own"],
  ["backends/pdf/imported/copy.ts out[key]", "the object has no prototype"],
]);

const isIn = (file: string): boolean =>
  ROOMS.some((room) => file.startsWith(`${room}/`)) && !file.endsWith(".test.ts") && file !== "base/lookup.ts";

function textual(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(textual);
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0;
}

/** Places where an object is read or written at any text. */
function lookUps(program: ts.Program, isOurs: (file: string) => boolean): readonly string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const source of program.getSourceFiles()) {
    const file = path.relative(root, source.fileName);
    if (!isOurs(file)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isElementAccessExpression(node) && textual(checker.getTypeAtLocation(node.argumentExpression))) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1} ${node.getText()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

test("no table is read with a word of a file but by a Map or lookup", () => {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, "tsconfig.json"),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  )!;
  const files = config.fileNames.filter((file) => isIn(path.relative(root, file)));
  expect(files.length).toBeGreaterThan(150);
  const found = lookUps(ts.createProgram(files, config.options), isIn);
  const withoutLine = (place: string): string => place.replace(/:\d+ /, " ");
  expect(found.filter((place) => !KNOWN.has(withoutLine(place)))).toEqual([]);
  expect(new Set(found.map(withoutLine))).toEqual(new Set(KNOWN.keys()));
});

test("a look-up by any text is found, one by a number or by a known name is not", () => {
  const text =
    "export const f = (a: Record<string, string>, b: string[], k: string, n: number, o: 'x' | 'y') => [a[k], b[n], { x: 1, y: 2 }[o], a[`${k}`]];";
  const file = path.join(root, "example.ts");
  const host = ts.createCompilerHost({ noLib: true });
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const program = ts.createProgram(
    [file],
    { noLib: true },
    { ...host, getSourceFile: (name) => (name === file ? source : undefined), fileExists: (name) => name === file },
  );
  expect(lookUps(program, (name) => name === "example.ts").map((place) => place.split(" ")[1])).toEqual(["a[k]", "a[`${k}`]"]);
});
