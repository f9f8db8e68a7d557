import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { cases, hasNulls } from "../../golden/cases.js";
import { examples, root } from "../support/tools.js";

/* Request types accept each golden and example as a literal, despite unions with many exclusions. */
const MODULE = path.join(root, "tests/house/requests-that-are-taken.ts");

const taken = [...cases.filter(({ dir, body }) => !existsSync(path.join(dir, "error.json")) && !hasNulls(body)), ...examples()].filter(
  ({ body }) => body.length < 200_000,
);

test("every request that is taken is one by its type", () => {
  expect(taken.length).toBeGreaterThan(300);
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => readFileSync(file, "utf8"));
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  const lines = taken.map(
    ({ body }, i) => `export const r${i}: DocumentRequest = ${JSON.stringify(JSON.parse(new TextDecoder().decode(body)))};`,
  );
  const text = `import type { DocumentRequest } from "../../compiler/request/types/document.js";\n${lines.join("\n")}\n`;
  const host = ts.createCompilerHost(options);
  const [read, there] = [host.getSourceFile, host.fileExists];
  host.getSourceFile = (file, version, ...rest) =>
    path.resolve(file) === MODULE ? ts.createSourceFile(file, text, version) : read(file, version, ...rest);
  host.fileExists = (file) => path.resolve(file) === MODULE || there(file);
  const program = ts.createProgram([MODULE], options, host);
  const said = ts.getPreEmitDiagnostics(program, program.getSourceFile(MODULE)).map(({ start = 0, messageText }) => {
    const line = text.slice(0, start).split("\n").length - 2;
    return `${taken[line]?.name}: ${ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 300)}`;
  });
  expect(said).toEqual([]);
});
