import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { engine, rendering } from "../../golden/cases.js";
import { handMade } from "../../golden/pretty.js";
import { corpusFile } from "../support/corpus.js";
import { root } from "../support/tools.js";
import { keep, recall } from "../support/verdicts.js";

/* pdf.js reads every golden and example without warnings; bookmarks and links lead to their targets. */
const { getDocument, VerbosityLevel, version } = await import("pdfjs-dist/legacy/build/pdf.mjs");

const open = (pdf: Uint8Array, password?: string): ReturnType<typeof getDocument>["promise"] =>
  getDocument({
    data: pdf.slice(),
    verbosity: VerbosityLevel.WARNINGS,
    standardFontDataUrl: path.join(root, "node_modules/pdfjs-dist/standard_fonts/"),
    ...(password !== undefined && { password }),
  }).promise;

const written = async (): Promise<{ readonly name: string; readonly pdf: Uint8Array }[]> => {
  const out = [];
  for (const { name, body } of rendering()) {
    const request = JSON.parse(new TextDecoder().decode(body)) as DocumentRequest;
    out.push({ name, pdf: new Uint8Array(readFileSync(await corpusFile(request, request.settings?.profile ?? ""))) });
  }
  for (const h of handMade.filter((x) => !x.name.startsWith("refused-")))
    out.push({ name: `ir/${h.name}`, pdf: engine.write(h.doc, h.blobs).pdf });
  return out;
};

test("pdf.js reads every page without a warning", async () => {
  const tags = handMade.find((x) => x.name === "tags")!;
  const readable = engine.write(tags.doc, tags.blobs, { pretty: true }).pdf;
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const complaints: string[] = [];
  const damaged = Uint8Array.from(
    Buffer.from(
      Buffer.from(readable)
        .toString("latin1")
        .replace(/startxref\n\d+/, "startxref\n7"),
      "latin1",
    ),
  );
  try {
    await (await open(damaged)).destroy();
    expect(warned.mock.calls.length + said.mock.calls.length, "a damaged file is complained of").toBeGreaterThan(0);
    for (const { name, pdf } of await written()) {
      const question = { tool: ["pdf.js reads every page", version, process.version], of: pdf };
      if (recall(question) !== null) continue;
      said.mockClear();
      warned.mockClear();
      const doc = await open(pdf);
      for (let p = 1; p <= Math.min(doc.numPages, 20); p++) {
        const page = await doc.getPage(p);
        await page.getTextContent();
        await page.getOperatorList();
        await page.getAnnotations();
      }
      await doc.destroy();
      const heard = [...said.mock.calls, ...warned.mock.calls];
      for (const [text] of heard) complaints.push(`${name}: ${String(text)}`);
      if (heard.length === 0) keep(question, "");
    }
  } finally {
    said.mockRestore();
    warned.mockRestore();
  }
  expect(complaints).toEqual([]);
});

const handMadePdf = (name: string): Uint8Array => {
  const h = handMade.find((x) => x.name === name)!;
  return engine.write(h.doc, h.blobs).pdf;
};

test("outline, named destinations, page labels, links and metadata", async () => {
  const doc = await open(handMadePdf("report"));
  expect(await doc.getPageLabels()).toEqual(["iii", "A-1", "aa"]);
  const outline = (await doc.getOutline()) as unknown as readonly { title: string; items: readonly { title: string }[] }[];
  expect(outline.map((o) => [o.title, o.items.map((i) => i.title)])).toEqual([
    ["Erstes Kapitel", ["Kapitel Ω"]],
    ["Zweites (Klammern)", []],
  ]);
  const destinations = (await doc.getDestinations()) as unknown as Readonly<
    Record<string, readonly [unknown, { name: string }, number, number]>
  >;
  expect(Object.keys(destinations).sort()).toEqual(["Kapitel Ω", "anfang", "kapitel-2"]);
  expect(destinations["anfang"]!.slice(1, 4)).toEqual([{ name: "XYZ" }, 20, 180]);
  const annotations = (await (await doc.getPage(3)).getAnnotations()) as readonly {
    url?: string;
    dest?: unknown;
    contentsObj?: { str: string };
  }[];
  expect(annotations.map((a) => [a.url ?? null, a.contentsObj?.str])).toEqual([
    [null, "Zum Kapitel Ω"],
    ["https://example.com/%C3%BC?q=a%20b", "Außen"],
    ["https://example.com/%C3%BC?q=a%20b", "Außen"],
    [null, "Ohne Namen"],
  ]);
  expect(annotations[0]!.dest).toBe("anfang");
  const info = (await doc.getMetadata()).info as Readonly<Record<string, unknown>>;
  expect([info["Title"], info["Author"], info["Subject"], info["Language"]]).toEqual(["Bericht über Ω", "A. Autor", "Ein Beispiel", "de"]);
  expect(await doc.getViewerPreferences()).toEqual({ DisplayDocTitle: true });
  expect((await doc.getMarkInfo())?.Marked).toBe(true);
});

test("attachments come out byte for byte", async () => {
  for (const name of ["attachments", "attachments-plain"]) {
    const files = (await (await open(handMadePdf(name))).getAttachments()) as Readonly<
      Record<string, { readonly filename: string; readonly description: string; readonly content: Uint8Array }>
    >;
    expect(Object.values(files).map((f) => [f.filename, f.description, new TextDecoder().decode(f.content)])).toEqual([
      ["factur-x.xml", "The invoice as data", '<?xml version="1.0"?>\n<rechnung>ä</rechnung>\n'],
      ["Ähre (1).txt", "", "plain\n"],
    ]);
  }
});

test("a language read from the right claims no direction of pages: settings.direction does, and a locked one opens with its password alone", async () => {
  const request = (settings: object): object => ({
    settings,
    pages: [{ width: 50, height: 20, elements: [{ type: "text", layout: { left: 2, top: 2 }, content: "مرحبا" }] }],
  });
  const arabic = await open((await engine.renderLater(request({ metadata: { language: "ar-EG" } }))).pdf);
  // R2L would reverse the words of every line from the left in pdfium: see readers.test.ts
  expect(await arabic.getViewerPreferences()).toEqual({ DisplayDocTitle: true });
  for (const algorithm of ["aes_128", "aes_256"]) {
    const { pdf } = await engine.renderLater(request({ security: { algorithm, open_password: "öffne", permissions: {} } }));
    expect((await open(pdf, "öffne")).numPages).toBe(1);
    await expect(open(pdf, "offne")).rejects.toThrow(/password/i);
    await expect(open(pdf)).rejects.toThrow(/password/i);
  }
});

test("the structure of a tagged document is what the display list says", async () => {
  const { doc } = handMade.find((x) => x.name === "tags")!;
  const tree = await (await (await open(engine.write(doc, handMade.find((x) => x.name === "tags")!.blobs).pdf)).getPage(2)).getStructTree();
  const shape = (node: unknown): unknown => {
    const { role, children } = node as { role?: string; children?: unknown[] };
    return role === undefined ? "content" : [role, ...(children ?? []).map(shape)];
  };
  expect(shape(tree)).toEqual([
    "Root",
    [
      "Document",
      ["P", "content"],
      ["Table", ["THead", ["TR", ["TH", "content"], ["TH", "content"]]], ["TBody", ["TR", ["TD", "content"], ["TD", "content"]]]],
    ],
  ]);
});
