// PDFs of goldens and examples, each made once in a test run.
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { engine } from "../../golden/cases.js";
import { described } from "../../golden/random-request.js";
import { digest } from "./verdicts.js";

const folder = path.join(tmpdir(), "platen-corpus");

const FILE = { name: "a.csv", media_type: "text/csv", source: { kind: "base64", payload: "YSxiCg==" } };
const PDFA_4F = { profile: "pdfa-4f", attachments: [FILE] };
/** Settings of profiles that need more than their name, by the names of display lists. */
const PARTS: ReadonlyMap<string, object> = new Map<string, object>([
  ["pdfa-4f", PDFA_4F],
  ["pdfa-4+ua2", { profile: "pdfa-ua2" }],
  ["pdfa-4f+ua2", { ...PDFA_4F, accessibility: "ua2" }],
]);

/** Without locks; in PDF/UA everything has a description. @throws RenderError */
export async function corpusFile(request: DocumentRequest, profile: string): Promise<string> {
  const { accessibility: _own, attachments: _files, ...settings } = request.settings ?? {};
  const asked = { ...request, settings: { ...settings, security: {}, ...PARTS.get(profile), ...(!PARTS.has(profile) && { profile }) } };
  const sent = profile === "pdfa-ua1" || PARTS.has(profile) ? (described(asked as never) as object) : asked;
  const file = path.join(folder, `${digest(JSON.stringify(sent))}.pdf`);
  if (existsSync(file)) return file;
  const { pdf } = await engine.renderLater(sent);
  mkdirSync(folder, { recursive: true });
  // another process never reads half a file
  const part = `${file}.${process.pid}`;
  writeFileSync(part, pdf);
  renameSync(part, file);
  return file;
}

/** PDF/UA-1 refuses imported pages (PDF-30); `tests/pdf-pages` reads those. */
export const hasOwnPages = ({ body }: { readonly body: Uint8Array }): boolean => !new TextDecoder().decode(body).includes('"import"');
