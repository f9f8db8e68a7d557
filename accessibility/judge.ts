// Judges a document by its display list and its request (AX-26).
import type { Problem } from "../compiler/core/fail.js";
import type { World } from "../compiler/core/world.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import type { Blobs, IrDocument } from "../ir/ir.js";
import { CHECK_IDS, type AccessibilityReport, type Engine } from "./report.js";

/** A compiled document. */
export interface Subject {
  /** Request as it was sent, decoded: paths of the display list point into it. */
  readonly request: DocumentRequest;
  /** All pages, with structure; compiled without PDF/UA where PDF/UA alone refuses the request. */
  readonly document: IrDocument;
  /** Pictures and fonts of the display list. */
  readonly blobs: Blobs;
  /** Problems with code API-502 by which PDF/UA alone refuses the request (AX-35); empty if it is accepted. */
  readonly refused: readonly Problem[];
}

export interface JudgeOptions {
  readonly engine: Engine;
  /** of the request as given, hexadecimal */
  readonly sha256: string;
  /** of the compilation: fonts by their weight, decoders of pictures, HarfBuzz */
  readonly world: World;
  /** Line and column of a JSON Pointer; absent unless the request was given as text. */
  readonly placeOf?: ((pointer: string) => { readonly line: number; readonly column: number } | undefined) | undefined;
  /** Request as a value, as given: patches apply to it. Absent: no patches (templates). */
  readonly root?: (() => unknown) | undefined;
  /** Compiles a patched value; null if it is refused by more than PDF/UA. Required with `root`. */
  readonly again?: ((root: unknown) => Promise<Subject | null>) | undefined;
  /** awaited between pages and checks; an exception aborts and is rethrown */
  readonly turn?: (() => Promise<void>) | undefined;
}

/** Pure: equal subjects have equal reports. */
export async function judge({ document, request }: Subject, { engine, sha256 }: JudgeOptions): Promise<AccessibilityReport> {
  const { metadata, pages, profile, tagged } = document;
  return {
    schema_version: 1,
    engine,
    target: {
      title: metadata.title || null,
      language: metadata.language || null,
      pages: pages.length,
      profile: request.settings?.profile ?? null,
      accessibility: request.settings?.accessibility ?? null,
      tagged: tagged || profile?.includes("ua1") === true,
      judged: "ua1",
      sha256,
    },
    verdict: "passes",
    summary: { fail: 0, person: 0, advice: 0 },
    findings: [],
    checks: CHECK_IDS.map((id) => ({ id, outcome: "inapplicable", tested: 0, findings: 0 })),
    criteria: [],
    not_judged: [],
    truncated: false,
  };
}
