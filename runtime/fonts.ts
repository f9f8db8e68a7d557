import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FaceInfo, FamilyInfo, FontSource } from "../compiler/core/world.js";
import type { BlobId, Blobs } from "../ir/ir.js";
import { packageRoot } from "./package.js";

interface CatalogFace {
  readonly file: string;
  readonly sha256: string;
  readonly postScriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  readonly ascender: number;
  readonly descender: number;
  readonly coverage: number;
}
interface CatalogFamily {
  readonly family: string;
  readonly aliases: Readonly<Record<string, string>>;
  readonly scripts: readonly string[];
  readonly fallback: FamilyInfo["fallback"];
  readonly lineHeight: number;
  readonly coverages: readonly (readonly (readonly [number, number])[])[];
  readonly faces: readonly CatalogFace[];
}

/** Fonts of this installation: the bundled families, and those of a caller. Files are read when a text first needs them. */
export class FontStore implements FontSource, Blobs {
  readonly families: readonly FamilyInfo[];
  readonly #files = new Map<BlobId, string>();
  readonly #bytes = new Map<BlobId, Uint8Array>();

  constructor(extra: readonly { readonly family: FamilyInfo; readonly bytes: ReadonlyMap<BlobId, Uint8Array> }[] = []) {
    const folder = path.join(packageRoot, "fonts");
    const catalog = JSON.parse(readFileSync(path.join(folder, "catalog.json"), "utf8")) as { families: readonly CatalogFamily[] };
    const bundled = catalog.families.map((f) => this.#family(f, path.join(folder, "files")));
    this.families = [...bundled, ...extra.map((e) => e.family)];
    for (const { bytes } of extra) for (const [id, b] of bytes) this.#bytes.set(id, b);
  }

  bytes(face: FaceInfo): Uint8Array {
    return this.get(face.blob);
  }

  get(id: BlobId): Uint8Array {
    const known = this.#bytes.get(id);
    if (known) return known;
    const file = this.#files.get(id);
    if (file === undefined) throw new Error(`there is no blob ${id}`);
    const bytes = new Uint8Array(readFileSync(file));
    this.#bytes.set(id, bytes);
    return bytes;
  }

  isBundled(id: BlobId): boolean {
    return this.#files.has(id);
  }

  #family(f: CatalogFamily, folder: string): FamilyInfo {
    const faces = f.faces.map((face): FaceInfo => {
      const blob: BlobId = `sha256-${face.sha256}`;
      this.#files.set(blob, path.join(folder, face.file));
      const em = (v: number): number => (v * 1000) / face.unitsPerEm;
      return {
        blob,
        family: f.family,
        postScriptName: face.postScriptName,
        weight: face.weight,
        italic: face.italic,
        ascender: em(face.ascender),
        descender: em(face.descender),
        coverage: f.coverages[face.coverage]!,
      };
    });
    const { family: name, aliases, scripts, fallback, lineHeight } = f;
    return { name, aliases, scripts, fallback, lineHeight, faces };
  }
}

export const blobIdOf = (bytes: Uint8Array): BlobId => `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
