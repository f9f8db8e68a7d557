import type { ImportedAttributes, ImportedClass, ImportedRole } from "../../ir/ir.js";

/** Marked content or an annotation. */
export interface SourceContent {
  /** in the file, from 1; null if not taken, and for content that does not come over */
  readonly page: number | null;
  readonly mcid?: number;
  readonly form?: number;
  readonly annotation?: number;
}

export interface SourceElement {
  readonly role: ImportedRole;
  /** type of PDF 2.0; null if it is not retained */
  readonly newer: string | null;
  /** object number; null if no element refers to another */
  readonly key: number | null;
  /** of the elements that it refers to */
  readonly refs: readonly number[];
  readonly texts: {
    readonly title?: string;
    readonly lang?: string;
    readonly alt?: string;
    readonly actualText?: string;
    readonly expansion?: string;
  };
  readonly id: string | null;
  readonly attributes: readonly ImportedAttributes[];
  readonly classes: readonly ImportedClass[];
  readonly kids: readonly (SourceElement | SourceContent)[];
}
