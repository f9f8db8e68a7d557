// Comparison of two documents in a browser: requests, and PDF files (DF-24).
import { bytesToHex } from "@noble/hashes/utils.js";
import { factsOf } from "../../compare/facts/document.js";
import { parseDiffOptions, type GivenDiffOptions } from "../../compare/diff/options.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import { headerAt } from "../../pdf-reader/file.js";
import { compareSides, namedError, SideFault, type DiffReport, type SideName } from "../diff/comparison.js";
import { opened, written, type Side } from "../diff/compared-file.js";
import { NO_ORIGINS, originsOf } from "../diff/origins.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { BrowserEngine } from "./engine.js";

/** Input of `diff`. */
export type DiffBody = Readonly<Record<SideName, Uint8Array | object>>;

async function sideOf(engine: BrowserEngine, given: Uint8Array | object, options: RenderOptions): Promise<Side> {
  const sha256 = (bytes: Uint8Array): string => bytesToHex(engine.crypto.sha(256, bytes));
  const isPdf = isBytes(given) && headerAt(given) >= 0;
  const { doc, pdf } = isPdf ? { doc: null, pdf: given } : await written(engine, given, options);
  const file = opened(pdf, options, engine.crypto);
  return {
    description: {
      type: isPdf ? "pdf" : "request",
      pages: file.pageCount,
      ...(isBytes(given) && { bytes: given.length, sha256: sha256(given) }),
    },
    pdf,
    facts: factsOf(file, { sha256 }),
    pathAt: doc ? originsOf(doc) : NO_ORIGINS,
  };
}

/** @throws RenderError whose message begins with `a: ` or `b: ` for a document that cannot be compared */
export async function diffOf(
  engine: BrowserEngine,
  given: DiffBody,
  options: GivenDiffOptions,
  render: RenderOptions,
): Promise<DiffReport> {
  try {
    return (await compareSides((side) => sideOf(engine, given[side], render), parseDiffOptions(options))).report;
  } catch (e) {
    throw e instanceof SideFault ? namedError(e) : e;
  }
}
