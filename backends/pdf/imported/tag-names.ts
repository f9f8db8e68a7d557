// Structure types of elements with their namespaces (ISO 32000-2, 14.8.6; AX-12).
import { isOldTag, tagOf, type ImportedRole, type Role, type TagStandard } from "../../../ir/ir.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, text, type Dict, type Name, type Ref } from "../syntax/object.js";

const PDF_1 = "http://iso.org/pdf/ssn";
const PDF_2 = "http://iso.org/pdf2/ssn";

/** Type of an element; `NS` is absent with tags of PDF 1.7. A type, so that it is a `Dict`. */
type TypeEntries = {
  readonly S: Name;
  readonly NS: Ref | undefined;
};

/** Namespaces of a file are written when an element is first in them; tags of PDF 1.7 name none. */
export class TagNames {
  readonly #starts = new Map<Role, string>();
  #newer: Ref | null = null;
  #older: Ref | null = null;

  constructor(
    readonly file: ObjectWriter,
    readonly standard: TagStandard,
  ) {}

  /** Entries of an element, as text. */
  start(role: Role): string {
    let made = this.#starts.get(role);
    if (made === undefined) {
      const space = this.#space(isOldTag(role));
      this.#starts.set(role, (made = `/S/${tagOf(role, this.standard)}${space ? `/NS ${space.num} 0 R` : ""}`));
    }
    return made;
  }

  entries(role: Role): TypeEntries {
    return this.#named(tagOf(role, this.standard), isOldTag(role));
  }

  /** Entries of an element of a file, which keeps its namespace; a Note is one of PDF 2.0 (AX-17). `newer`: its type of PDF 2.0 */
  imported(role: ImportedRole, newer: string | undefined): TypeEntries {
    if (this.standard === "1.7") return { S: name(role), NS: undefined };
    const type = newer ?? (role === "Note" ? "FENote" : null);
    return type === null ? this.#named(role, true) : this.#named(type, false);
  }

  #named(type: string, isOld: boolean): TypeEntries {
    return { S: name(type), NS: this.#space(isOld) ?? undefined };
  }

  #space(isOld: boolean): Ref | null {
    if (this.standard === "1.7") return null;
    return isOld ? (this.#older ??= this.#made(PDF_1)) : (this.#newer ??= this.#made(PDF_2));
  }

  #made(uri: string): Ref {
    return this.file.add({ Type: name("Namespace"), NS: text(uri) });
  }

  /** Entry of the root of the tree, after all elements. */
  get namespaces(): Dict {
    const all = [this.#newer, this.#older].filter((ref) => ref !== null);
    return all.length > 0 ? { Namespaces: all } : {};
  }
}
