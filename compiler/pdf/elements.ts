// Elements of a structure tree with their content, as they are in the file.
import type { ImportedAttributes, ImportedClass, ImportedRole } from "../../ir/ir.js";

/** Content of an element: marked content of a page of the file, or an annotation of it. */
export interface SourceContent {
  /** in the file, from 1; null for a page that is not taken, and for what does not come over */
  readonly page: number | null;
  readonly mcid?: number;
  readonly form?: number;
  readonly annotation?: number;
}

/** An element of the file. */
export interface SourceElement {
  readonly role: ImportedRole;
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
