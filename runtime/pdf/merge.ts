// One import per file, with the parts that whole files bring (PDF-33).
import { PdfFault, type PdfFile } from "../../pdf-reader/types.js";
import { problemOf, RenderError, type Problem } from "../../compiler/core/fail.js";
import { withSetting } from "../../compiler/core/limits.js";
import { at, ROOT, stepsOf } from "../../compiler/core/src.js";
import type { Embedding } from "../../compiler/core/embedding.js";
import { aboutPdf, attachmentsOf, joinedAttachments } from "../../compiler/pdf/whole.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { isInvoiceName } from "../einvoice/carried.js";

export class MergeFault extends Error {
  constructor(
    readonly file: number,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

export interface WholeFiles {
  readonly request: DocumentRequest;
  readonly options: Pick<RenderOptions, "assets" | "whole"> & { readonly embed: Embedding };
  readonly opened: readonly PdfFile[];
  /** attached XML of e-invoices */
  readonly invoices: readonly { readonly file: number; readonly name: string }[];
}

/** @throws MergeFault for an unreadable file */
export function wholeFiles(engine: Engine, files: readonly Uint8Array[], options: RenderOptions): WholeFiles {
  const { openPdf } = engine.world(options);
  const opened = files.map((bytes, i) => named(i, () => openPdf(bytes)));
  const attached = opened.map((file, i) => named(i, () => attachmentsOf(file)));
  const attachments = joinedAttachments(attached.flat());
  const about = named(0, () => aboutPdf(opened[0]!));
  const { title, author, subject, language, keywords, preferences } = about;
  const metadata = Object.fromEntries(Object.entries({ title, author, subject, language }).filter(([, value]) => value !== ""));
  return {
    request: {
      settings: { metadata },
      pages: files.map((_, i) => ({ import: { source: { kind: "asset", key: String(i) } } })),
    },
    options: {
      assets: (key) => files[Number(key)] ?? null,
      whole: true,
      embed: { files: attachments, statements: [], keywords, preferences },
    },
    opened,
    invoices: attached.flatMap((of, file) => of.filter(({ name }) => isInvoiceName(name)).map(({ name }) => ({ file, name }))),
  };
}

/**
 * Pages of all files in order.
 * @throws MergeFault for a refused file; RenderError for what concerns no file
 */
export async function mergePdfs(
  engine: Engine,
  files: readonly Uint8Array[],
  {
    profile,
    warn,
    ...given
  }: RenderOptions & { readonly profile?: string | undefined; readonly warn?: ((problem: Problem) => void) | undefined },
): Promise<Rendered> {
  const whole = wholeFiles(engine, files, given);
  const { settings, pages } = whole.request;
  const request = { settings: { ...settings, ...(profile !== undefined && { profile }) }, pages };
  for (const { file, name } of whole.invoices) warn?.(problemOf("API-002", "pdf-invoice", importOf(file), notAnInvoice(name)));
  try {
    return await engine.renderLater(request, { ...given, ...whole.options, pdfWarn: warn });
  } catch (e) {
    const index = e instanceof RenderError ? fileOf(e.problem) : null;
    throw index === null ? e : new MergeFault(index, (e as RenderError).problem.reason, { cause: e });
  }
}

const notAnInvoice = (name: string): string =>
  `${name} comes over as an attachment, without the metadata of an e-invoice: render a request with settings.e_invoice that imports the pages`;

/** Returns the index of the file that a problem names; null if it names none. */
export function fileOf({ src }: Problem): number | null {
  const [pages, index] = stepsOf(src);
  return pages === "pages" && typeof index === "number" ? index : null;
}

export const importOf = (index: number): Problem["src"] => at(ROOT, "pages", index, "import");

function named<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    throw new MergeFault(index, withSetting(e.message, e.setting), { cause: e });
  }
}
