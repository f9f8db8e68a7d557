import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { has, needs, root } from "./tools.js";
import { pagesOf } from "./hand-made-pdf.js";
import { answers, digest, keep, madeOf, ranOn, recall, runTogether } from "./verdicts.js";

/* poppler, MuPDF, pdf.js, pdfium; by structure if supported. */

const { getDocument, VerbosityLevel, version: pdfjsVersion } = await import("pdfjs-dist/legacy/build/pdf.mjs");

export const havePoppler = needs("pdftotext (poppler-utils)", has("pdftotext") && has("pdfinfo"));
export const haveMutool = needs("mutool (mupdf-tools)", has("mutool"));
const packages = path.join(root, ".cache/pypdfium2");
export const havePdfium = needs(
  "pypdfium2 (.ci/run puts it in .cache/pypdfium2)",
  has("python3") && existsSync(path.join(packages, "pypdfium2")),
);

const BUFFER = 1 << 28;
const run = (file: string, tool: string, ...args: readonly string[]): string => {
  const { stdout, status, stderr } = ranOn(file, tool, ...args);
  if (status !== 0) throw new Error(`${tool} ${args.join(" ")}: ${stderr}`);
  return stdout;
};

export const poppler = (file: string, ...options: readonly string[]): string => run(file, "pdftotext", ...options, file, "-");

export const mutool = (file: string): string => run(file, "mutool", ...TEXT, file);

const TEXT = ["draw", "-q", "-F", "txt"];
const BETWEEN = pagesOf([{ entries: "/MediaBox[0 0 300 30]", content: "BT /F 9 Tf 9 9 Td (9ea1 between files 7c3d) Tj ET" }]);
export const mutoolAhead = (files: readonly string[]): void => runTogether(files, BETWEEN, "mutool", ...TEXT);

/** All files in one process: its start takes longer than reading. */
export function pdfium(files: readonly string[]): ReadonlyMap<string, string> {
  const script = path.join(root, "tests/support/readers/pdfium.py");
  const version = `${madeOf(packages)} ${digest(readFileSync(script))}`;
  const asked = files.map((file) => ({ tool: ["pdfium", version], of: file }));
  const texts = answers(
    asked,
    (open) =>
      pdfiumTexts(
        script,
        open.map((q) => q.of),
      ),
    () => true,
  );
  return new Map(files.map((file, i) => [file, texts[i]!]));
}

function pdfiumTexts(script: string, files: readonly string[]): readonly string[] {
  const out = new Map<string, string>();
  for (let i = 0; i < files.length; i += 500) {
    const { stdout, status, stderr } = spawnSync("python3", [script, ...files.slice(i, i + 500)], {
      encoding: "utf8",
      maxBuffer: BUFFER,
      env: { ...process.env, PYTHONPATH: packages },
    });
    if (status !== 0) throw new Error(stderr);
    // U+FFFE is pdfium's hyphen at a line's end
    for (const [file, pages] of Object.entries(JSON.parse(stdout) as Record<string, string[]>))
      out.set(file, pages.join("\f").replaceAll("\ufffe", ""));
  }
  return files.map((file) => out.get(file)!);
}

export const popplerStructure = (file: string): string =>
  run(file, "pdfinfo", "-struct-text", file)
    .split("\n")
    .map((line) => /^\s*"(.*)"$/.exec(line)?.[1] ?? "")
    .join("\n");

interface Node {
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}
interface Item {
  readonly type?: string;
  readonly id?: string | null;
  readonly str?: string;
  readonly hasEOL?: boolean;
}

/** Content order, and structure order. */
export async function pdfjs(file: string): Promise<Texts> {
  const question = { tool: ["pdf.js", pdfjsVersion, process.version, here], of: file };
  const known = recall(question);
  if (known !== null) return JSON.parse(known) as Texts;
  const texts = await pdfjsTexts(file);
  keep(question, JSON.stringify(texts));
  return texts;
}

interface Texts {
  readonly plain: string;
  readonly structure: string;
}
const here = digest(readFileSync(import.meta.filename));

async function pdfjsTexts(file: string): Promise<Texts> {
  const document = await getDocument({
    data: new Uint8Array(readFileSync(file)),
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: path.join(root, "node_modules/pdfjs-dist/standard_fonts/"),
  }).promise;
  let plain = "";
  let structure = "";
  for (let p = 1; p <= document.numPages; p++) {
    const page = await document.getPage(p);
    const marks = new Map<string, string>();
    const open: (string | null)[] = [];
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items as readonly Item[]) {
      if (item.type?.startsWith("begin")) open.push(item.id ?? open.at(-1) ?? null);
      else if (item.type !== undefined) open.pop();
      else {
        const text = `${item.str ?? ""}${item.hasEOL ? "\n" : ""}`;
        plain += text;
        const mark = open.at(-1);
        if (mark) marks.set(mark, (marks.get(mark) ?? "") + text);
      }
    }
    const go = (node: Node): string => (node.type === "content" ? (marks.get(node.id!) ?? "") : (node.children ?? []).map(go).join("\n"));
    const tree = (await page.getStructTree()) as Node | null;
    if (tree) structure += `${go(tree)}\n`;
    plain += "\f";
  }
  await document.destroy();
  return { plain, structure };
}
