import { ownJson } from "../../base/json.js";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fail } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import type { AbsentFamily, FaceInfo, FamilyInfo, FontSource } from "../../compiler/core/world.js";
import { FontFault } from "../../base/font-table.js";
import type { BlobId, Blobs } from "../../ir/ir.js";
import { packageRoot } from "../core/package.js";
import { absentFamilyOf, familyOf, type Catalog, type CatalogFamily } from "./catalog.js";
import { fontFolder } from "./font-folders.js";
import { fontInstances } from "./font-tools.js";

interface OtherFamily {
  readonly family: FamilyInfo;
  /** @throws FontFault */
  readonly read: (id: BlobId) => Uint8Array;
}

/** Files are read on first use. */
export class FontStore implements FontSource, Blobs {
  readonly families: readonly FamilyInfo[];
  readonly absent: readonly AbsentFamily[];
  readonly #files = new Map<BlobId, string>();
  readonly #others = new Map<BlobId, OtherFamily["read"]>();
  readonly #bytes = new Map<BlobId, Uint8Array>();

  /** `folderOf`: null if not installed */
  constructor(others: readonly OtherFamily[] = [], folderOf: typeof fontFolder = fontFolder) {
    const { packages, families } = ownJson<Catalog>(readFileSync(path.join(packageRoot, "fonts", "catalog.json"), "utf8"));
    const folders = new Map<string, string | null>();
    for (const { folder, faces } of families) if (!folders.has(folder)) folders.set(folder, folderOf(folder, packages, faces[0]!.file));
    const isAbsent = (f: CatalogFamily): boolean => folders.get(f.folder) === null;
    const bundled = families.filter((f) => !isAbsent(f)).map((f) => this.#family(f, folders.get(f.folder)!));
    this.families = [...bundled, ...others.map((o) => o.family)];
    this.absent = families.filter(isAbsent).map((f) => absentFamilyOf(f, packages));
    for (const { family, read } of others) for (const face of family.faces) this.#others.set(face.blob, read);
  }

  /** Bytes for text. @throws RenderError API-503 if changed */
  bytes(face: FaceInfo): Uint8Array {
    try {
      return fontInstances.of(face.blob, () => this.get(face.blob), face.variations);
    } catch (e) {
      if (!(e instanceof FontFault)) throw e;
      return fail("API-503", "font-engine", ROOT, e.message);
    }
  }

  /** @throws FontFault if changed */

  get(id: BlobId): Uint8Array {
    const known = this.#bytes.get(id);
    if (known) return known;
    const bytes = this.#read(id);
    this.#bytes.set(id, bytes);
    return bytes;
  }

  /** Files are read again on use. */
  release(): void {
    this.#bytes.clear();
  }

  #read(id: BlobId): Uint8Array {
    const file = this.#files.get(id);
    if (file !== undefined) return new Uint8Array(readFileSync(file));
    const read = this.#others.get(id);
    if (!read) throw new Error(`there is no blob ${id}`);
    return read(id);
  }

  isBundled(id: BlobId): boolean {
    return this.#files.has(id);
  }

  #family(f: CatalogFamily, folder: string): FamilyInfo {
    const family = familyOf(f);
    for (const [i, { blob }] of family.faces.entries()) this.#files.set(blob, path.join(folder, f.faces[i]!.file));
    return family;
  }
}
