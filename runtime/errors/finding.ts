// Published as schemas/finding.schema.json (FH-5).
import type { Operation } from "../../compiler/core/patch.js";

/** Whole number. */
type integer = number;

/** Place in a document from which a value comes. */
interface Origin {
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  /** Line, from 1. */
  readonly line?: integer;
  /** Column, from 1, in characters. */
  readonly column?: integer;
}

/** A problem of a document, or a probable mistake. */
export interface Finding {
  /** Only errors prevent a document. */
  readonly severity: "error" | "warning";
  /** Code of an error. */
  readonly code?: string;
  /** One line, which starts with the place. */
  readonly message: string;
  /** Name of the rule. */
  readonly rule: string;
  /** JSON Pointer (RFC 6901) of the place; empty for the whole document. */
  readonly path: string;
  /** Line of the place in JSON text, from 1; absent for values passed by a program. */
  readonly line?: integer;
  /** Column of the place, from 1, in characters. */
  readonly column?: integer;
  /** Value that was found, as in the message. */
  readonly found?: string;
  /** Allowed names, or one description. */
  readonly allowed?: readonly string[];
  /** Probable intention, as JSON for the document. */
  readonly suggestion?: string;
  /** JSON Patch (RFC 6902) of the document as it was sent; absent if none makes it better. */
  readonly patch?: readonly Operation[];
  /** Origins of a value that is indirect: a projection, then a dataset. */
  readonly origins?: readonly Origin[];
}

/** Place and parts of a refusal, in addition to its code and message (FH-9). */
export type RefusalPlace = Pick<Finding, "path" | "line" | "column" | "found" | "allowed" | "suggestion" | "patch">;
