/**
 * The library face: `import { render, compile, check } from "platen"` (decisions §6).
 * A request is a `DocumentRequest`, or its JSON as bytes. Failures are `RenderError`s with the contract's code and the source path.
 */
import { collect, compile as compilePages } from "../compiler/compile.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import type { Problem } from "../compiler/core/fail.js";
import type { IrDocument } from "../ir/ir.js";
import { findingOf, placed, textOf, warningsInOrder, type Finding } from "./findings.js";
import { Engine } from "./render/engine.js";
import { fontStore } from "./fonts/font-files.js";
import { assetFolder } from "./pictures/pictures.js";

export { RenderError } from "../compiler/core/fail.js";
export type { Code } from "../compiler/core/fail.js";
export type { DocumentRequest } from "../compiler/request/types/document.js";
export type { Element, ElementOf, ElementType } from "../compiler/request/types/element.js";
export type { IrDocument as DisplayList } from "../ir/ir.js";
export type { Finding } from "./findings.js";

/** Options of the library's functions; absent ones have the command line's defaults. */
export interface LibraryOptions {
  /** a folder with further fonts */
  readonly fontDir?: string;
  /** a folder with pictures: an asset's key is its file name */
  readonly assetDir?: string;
  /** pages a document may have, 10,000 where absent */
  readonly maxPages?: number;
  /** look for what is probably not meant, too */
  readonly warnings?: boolean;
}

/** A PDF and its number of pages. */
export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** what is probably not meant, where it was asked for; never a reason to refuse */
  readonly warnings: readonly Finding[];
}

const engines = new Map<string, Engine>();
/** One engine a font folder, kept: its caches make later documents fast. */
function engineOf(options: LibraryOptions): Engine {
  const key = JSON.stringify([options.fontDir, options.assetDir]);
  let engine = engines.get(key);
  if (!engine) {
    engine = new Engine(fontStore(options.fontDir ?? null), assetFolder(options.assetDir ?? null));
    engines.set(key, engine);
  }
  return engine;
}

const boundsOf = ({ maxPages }: LibraryOptions): { maxPages?: number } => (maxPages === undefined ? {} : { maxPages });

const warningsOf = (request: unknown, list: readonly Problem[]): readonly Finding[] =>
  warningsInOrder(request, list).map((p) => findingOf(p, textOf(request), "warning"));

/** Renders a request to PDF. */
export async function render(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<Rendered> {
  const noted: Problem[] = [];
  const watch = options.warnings ? { warn: (p: Problem) => void noted.push(p) } : {};
  const { pdf, pages } = await placed(request, () => engineOf(options).renderLater(request, { ...boundsOf(options), ...watch }));
  return { pdf, pages, warnings: warningsOf(request, noted) };
}

/** Compiles a request to its display list. */
export async function compile(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<IrDocument> {
  return placed(request, async () => collect(await compilePages(request, engineOf(options).world(), boundsOf(options))));
}

/**
 * Everything wrong with a request, of the earliest stage that finds anything; empty = it renders. Warnings come behind the errors, where they are
 * asked for: with them, a request renders that has no finding of severity error.
 */
export async function check(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<readonly Finding[]> {
  const { warnings: wanted = false } = options;
  const { errors, warnings } = await engineOf(options).findings(request, { ...boundsOf(options), warnings: wanted });
  const text = textOf(request);
  return [...errors.map((p) => findingOf(p, text)), ...warningsOf(request, warnings)];
}
