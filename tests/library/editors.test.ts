import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { getLanguageService, TextDocument, type JSONSchema } from "vscode-json-languageservice";
import { root } from "../support/tools.js";

/* Completion and faults in editors (FH-46). */
const folder = mkdtempSync(path.join(os.tmpdir(), "platen-editors-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Offered values where the text has `|`. */
async function offered(schema: string, text: string): Promise<readonly string[]> {
  const service = getLanguageService({});
  const parsed = JSON.parse(readFileSync(path.join(root, `schemas/${schema}.schema.json`), "utf8")) as JSONSchema;
  service.configure({ schemas: [{ uri: `urn:platen:${schema}`, fileMatch: ["*.json"], schema: parsed }] });
  const document = TextDocument.create("file:///request.json", "json", 1, text.replace("|", ""));
  const found = await service.doComplete(document, document.positionAt(text.indexOf("|")), service.parseJSONDocument(document));
  return (found?.items ?? []).map(({ label }) => label.replaceAll('"', "")).sort();
}

const NODES = ["block", "break", "columns", "contents", "grid", "markdown", "placed", "stack"];
const segment = (content: string): string => `{"flow_document": {"segments": [{"page_master": "main", "content": [${content}]}]}}`;

test.each(["document-request", "template"])("%s: the type of a node completes to all kinds", async (schema) => {
  for (const typed of ['{"type": "|"}', '{"type": "|', '{"type": |}']) {
    const text = typed.endsWith("}") ? segment(typed) : segment(typed).slice(0, segment(typed).indexOf("|") + 1);
    expect(await offered(schema, text), text).toEqual(expect.arrayContaining(NODES));
  }
  expect(await offered(schema, segment('{"type": "stack", "content": [{"type": "|"}]}'))).toEqual(expect.arrayContaining(NODES));
  const elements = await offered(schema, segment('{"type": "block", "element": {"type": "|"}}'));
  expect(elements).toEqual(expect.arrayContaining(["text", "table", "chart", "image", "container"]));
  const blocks = '{"pages": [{"elements": [{"type": "text", "content": {"blocks": [{"type": "|"}]}}]}]}';
  expect(await offered(schema, blocks)).toEqual(expect.arrayContaining(["list", "page_break", "paragraph"]));
});

test("a misspelt field inline in render is a fault at its line, by its name", () => {
  const cases = [
    ['{ pages: [{ size: "a4", elements: [\n{ type: "text", layout: { left: 20, top: 20 },\ncontend: "Hello" }] }] }', 3, "contend"],
    ['{ pages: [{ size: "a4", elements: [\n{ type: "text", layout: { left: 20,\ntopp: 20 }, content: "Hello" }] }] }', 3, "topp"],
    ['{ pages: [{ size: "a4",\nelemets: [] }] }', 2, "elemets"],
    ['{\npagse: [{ size: "a4", elements: [] }] }', 2, "pagse"],
    ['{ pages: [{ size: "a4", elements: [] }],\nsettings: { metadata: {\ntitel: "x" } } }', 3, "titel"],
    [
      '{ flow_document: { page_masters: { main: { size: "a4" } }, segments: [{ page_master: "main", content: [\n{ type: "block",\nelment: { type: "text", content: "x" } }] }] } }',
      3,
      "elment",
    ],
  ] as const;
  const library = path.join(root, "dist/runtime/index.js");
  const files = cases.map(([request], i) => {
    const file = path.join(folder, `case${i}.mts`);
    writeFileSync(file, `import { render, check } from ${JSON.stringify(library)};\nawait render(${request});\n`);
    return file;
  });
  const bytes = path.join(folder, "bytes.mts");
  writeFileSync(
    bytes,
    `import { render } from ${JSON.stringify(library)};\nawait render(new TextEncoder().encode("{}"));\nawait render(Buffer.from("{}") as Uint8Array);\n`,
  );
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const types = ["--types", "node", "--typeRoots", path.join(root, "node_modules/@types")];
  const options = [
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "--target",
    "es2023",
    "--module",
    "nodenext",
    "--moduleResolution",
    "nodenext",
  ];
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, "--exactOptionalPropertyTypes", ...types, ...files, bytes], {
    encoding: "utf8",
    cwd: folder,
  });
  const faults = [...stdout.matchAll(/^(case\d|bytes)\.mts\((\d+),\d+\): error \w+: (.*)$/gm)].map(([, file, line, text]) => [
    file,
    line,
    text,
  ]);
  expect(faults.map(([file, line]) => [file, line])).toEqual(cases.map(([, line], i) => [`case${i}`, String(line + 1)]));
  cases.forEach(([, , name], i) => expect(faults[i]![2]).toContain(`'${name}' does not exist in type`));
});
