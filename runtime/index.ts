/**
 * The library face: `import { render, compile, check } from "platen"` (decisions §6).
 * A request is a `DocumentRequest`, or its JSON as bytes. Failures are `RenderError`s with the contract's code and the source path.
 */
import { collect, compile as compilePages } from "../compiler/compile.js";
import { messageOf } from "../compiler/core/fail.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import type { IrDocument } from "../ir/ir.js";
import { Engine, type Rendered } from "./render/engine.js";
import { fontStore } from "./fonts/font-files.js";
import { assetFolder } from "./pictures/pictures.js";

export { RenderError } from "../compiler/core/fail.js";
export type { Code } from "../compiler/core/fail.js";
export type { DocumentRequest } from "../compiler/request/types/document.js";
export type { Element, ElementOf, ElementType } from "../compiler/request/types/element.js";
export type { IrDocument as DisplayList } from "../ir/ir.js";
export type { Rendered } from "./render/engine.js";

/** Options of the library's functions; absent ones have the command line's defaults. */
export interface LibraryOptions {
  /** a folder with further fonts */
  readonly fontDir?: string;
  /** a folder with pictures: an asset's key is its file name */
  readonly assetDir?: string;
  /** pages a document may have, 10,000 where absent */
  readonly maxPages?: number;
}

/** One problem of a request. */
export interface Finding {
  readonly code: string;
  /** begins with the source path */
  readonly message: string;
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

/** Renders a request to PDF. */
export async function render(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<Rendered> {
  return engineOf(options).renderLater(request, boundsOf(options));
}

/** Compiles a request to its display list. */
export async function compile(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<IrDocument> {
  return collect(await compilePages(request, engineOf(options).world(), boundsOf(options)));
}

/** Everything wrong with a request, of the earliest stage that finds anything; empty = it renders. */
export async function check(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<readonly Finding[]> {
  const problems = await engineOf(options).problems(request, boundsOf(options));
  return problems.map((p) => ({ code: p.code, message: messageOf(p) }));
}
