import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { has, needs, root } from "./tools.js";

/* What others read in our PDFs: poppler, MuPDF, pdf.js and pdfium, each as plain text and, where it can, by the structure tree. */

const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");

export const havePoppler = needs("pdftotext (poppler-utils)", has("pdftotext") && has("pdfinfo"));
export const haveMutool = needs("mutool (mupdf-tools)", has("mutool"));
const packages = path.join(root, ".cache/pypdfium2");
export const havePdfium = needs(
  "pypdfium2 (.ci/run puts it in .cache/pypdfium2)",
  has("python3") && existsSync(path.join(packages, "pypdfium2")),
);

const BUFFER = 1 << 28;
const run = (tool: string, ...args: readonly string[]): string => {
  const { stdout, status, stderr } = spawnSync(tool, args, { encoding: "utf8", maxBuffer: BUFFER });
  if (status !== 0) throw new Error(`${tool} ${args.join(" ")}: ${stderr}`);
  return stdout;
};

export const poppler = (file: string, ...options: readonly string[]): string => run("pdftotext", ...options, file, "-");

export const mutool = (file: string): string => run("mutool", "draw", "-q", "-F", "txt", file);

/** All files in one process: it takes longer to start than to read. */
export function pdfium(files: readonly string[]): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  for (let i = 0; i < files.length; i += 500) {
    const { stdout, status, stderr } = spawnSync("python3", [path.join(root, "tests/readers/pdfium.py"), ...files.slice(i, i + 500)], {
      encoding: "utf8",
      maxBuffer: BUFFER,
      env: { ...process.env, PYTHONPATH: packages },
    });
    if (status !== 0) throw new Error(stderr);
    // U+FFFE is what pdfium makes of a hyphen at a line's end
    for (const [file, pages] of Object.entries(JSON.parse(stdout) as Record<string, string[]>))
      out.set(file, pages.join("\f").replaceAll("\ufffe", ""));
  }
  return out;
}

/** What `pdfinfo -struct-text` prints of each element's content, in the order of the structure tree. */
export const popplerStructure = (file: string): string =>
  run("pdfinfo", "-struct-text", file)
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

/** Text in the order of the content, and in that of the structure tree. */
export async function pdfjs(file: string): Promise<{ readonly plain: string; readonly structure: string }> {
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
