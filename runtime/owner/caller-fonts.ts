// An owner's fonts precede the installation's of the same name.
import { ownJson } from "../../base/json.js";
import { fail } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import type { AbsentFamily, FaceInfo, FamilyInfo, FontSource } from "../../compiler/core/world.js";
import { normalName } from "../../compiler/core/families.js";
import { FontFault } from "../../base/font-table.js";
import { counts } from "../../base/cache-counts.js";
import type { BlobId, Blobs } from "../../ir/ir.js";
import { familiesOf, FontError, readFace, type CheckedFace } from "../fonts/font-files.js";
import { blobIdOf, fontInstances } from "../fonts/font-tools.js";
import type { FontStore } from "../fonts/fonts.js";
import { faceIdOf } from "./face-id.js";
import { Unreadable } from "./owner-resources.js";
import type { ResourceQuery } from "./resource-query.js";

/** Cache limits: face descriptions, bytes of files. */
const MOST_FACES = 128;
const MOST_BYTES = 32 << 20;

/** Holds fonts by file hash for all owners; removes the least recently used first. */
export class FontMemory {
  /** faces by `faceIdOf` */
  readonly #faces = new Map<string, CheckedFace>();
  readonly #files = new Map<BlobId, Uint8Array>();
  #bytes = 0;

  face(id: string): CheckedFace | null {
    const known = this.#faces.get(id);
    if (!known) return null;
    this.#faces.delete(id);
    this.#faces.set(id, known);
    return known;
  }

  addFaces(faces: readonly CheckedFace[]): void {
    for (const checked of faces) this.#faces.set(idOf(checked), checked);
    for (const oldest of this.#faces.keys()) {
      if (this.#faces.size <= Math.max(MOST_FACES, faces.length)) break;
      this.#faces.delete(oldest);
    }
  }

  file(id: BlobId): Uint8Array | null {
    const known = this.#files.get(id);
    if (known) counts.fonts.hits++;
    else counts.fonts.misses++;
    if (!known) return null;
    this.#files.delete(id);
    this.#files.set(id, known);
    return known;
  }

  addFile(id: BlobId, bytes: Uint8Array): void {
    if (this.#files.has(id)) return;
    this.#files.set(id, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#files) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#files.delete(oldest);
      this.#bytes -= length;
    }
  }
}

/** Owner's fonts precede the installation's; they are requested at the first family name. */
export class CallerFonts implements FontSource, Blobs {
  families: readonly FamilyInfo[];
  readonly absent: readonly AbsentFamily[];
  #asked = false;
  readonly #named = new Map<string, FamilyInfo>();
  /** reasons why fonts that were stored before cannot be drawn */
  readonly #refusals = new Map<BlobId, string>();
  /** files in use, regardless of the cache */
  readonly #files = new Map<BlobId, Uint8Array>();

  constructor(
    readonly shared: FontStore,
    readonly memory: FontMemory,
    readonly ask: (query: ResourceQuery) => Promise<Uint8Array | null>,
  ) {
    this.families = shared.families;
    this.absent = shared.absent;
  }

  /** Lists the owner's fonts. @throws Unreadable */
  async hasOwn(): Promise<boolean> {
    if (!this.#asked) await this.#list();
    return this.families !== this.shared.families;
  }

  /** @throws RenderError API-505 if the store is unavailable */
  async prepare(names: Iterable<string>): Promise<void> {
    try {
      if (!this.#asked) await this.#list();
      for (const name of names) {
        const family = this.#named.get(normalName(name));
        if (family) for (const face of family.faces) await this.#load(face);
      }
    } catch (e) {
      if (!(e instanceof Unreadable)) throw e;
      fail("API-505", "fonts-unreadable", ROOT, "the fonts cannot be read at the moment");
    }
  }

  bytes(face: FaceInfo): Uint8Array {
    const own = this.#files.get(face.blob);
    if (!own) return this.shared.bytes(face);
    try {
      return fontInstances.of(face.blob, () => own, face.variations);
    } catch (e) {
      if (!(e instanceof FontFault)) throw e;
      return fail("API-503", "font-engine", ROOT, `the font ${face.postScriptName} cannot be used: ${e.message}`);
    }
  }

  get(id: BlobId): Uint8Array {
    return this.#files.get(id) ?? this.shared.get(id);
  }

  isBundled(id: BlobId): boolean {
    return this.shared.isBundled(id);
  }

  async #list(): Promise<void> {
    const ids = jsonOf<readonly string[]>(await this.ask({ kind: "fonts", name: "" })) ?? [];
    let faces: readonly (CheckedFace | null)[] = ids.map((id) => this.memory.face(id));
    if (faces.includes(null)) {
      const all = jsonOf<readonly CheckedFace[]>(await this.ask({ kind: "font_faces", name: "" })) ?? [];
      faces = await this.#read(all);
    }
    const known = faces.filter((f) => f !== null);
    for (const { face, refusal } of known) if (refusal !== undefined) this.#refusals.set(face.blob, refusal);
    const own = familiesOf(known).map((f) => f.family);
    for (const family of own)
      for (const { postScriptName, variable } of family.faces)
        for (const name of [postScriptName, ...(variable?.instances ?? []).map((i) => i.name)]) this.#named.set(normalName(name), family);
    for (const family of own) this.#named.set(normalName(family.name), family);
    if (own.length > 0) this.families = [...this.shared.families, ...own];
    this.#asked = true;
  }

  /** Reads files of fonts that were stored before their tables were described (FT-32). */
  async #read(stored: readonly CheckedFace[]): Promise<readonly CheckedFace[]> {
    const all: CheckedFace[] = [];
    for (const checked of stored)
      all.push(this.memory.face(idOf(checked)) ?? (checked.face.embedding === undefined ? await this.#readNow(checked) : checked));
    this.memory.addFaces(all);
    return all;
  }

  async #readNow(stored: CheckedFace): Promise<CheckedFace> {
    const { blob, postScriptName } = stored.face;
    const bytes = await this.#bytesOf(blob);
    if (!bytes) return stored;
    try {
      return readFace(postScriptName, bytes);
    } catch (e) {
      if (!(e instanceof FontError)) throw e;
      // names of the owner's other fonts stay usable
      return { ...stored, refusal: e.message };
    }
  }

  /** Null if the owner has it no longer. */
  async #bytesOf(blob: BlobId): Promise<Uint8Array | null> {
    const known = this.memory.file(blob);
    const bytes = known ?? (await this.ask({ kind: "font", name: blob }));
    if (!bytes || (!known && blobIdOf(bytes) !== blob)) return null;
    if (!known) this.memory.addFile(blob, bytes);
    return bytes;
  }

  async #load({ blob, postScriptName }: FaceInfo): Promise<void> {
    if (this.#files.has(blob)) return;
    const refusal = this.#refusals.get(blob);
    if (refusal !== undefined) return fail("API-503", "font-engine", ROOT, `the font cannot be used: ${refusal}`);
    const bytes = await this.#bytesOf(blob);
    // removed since it was listed
    if (!bytes) return fail("API-503", "font-engine", ROOT, `the font ${postScriptName} can no longer be read`);
    this.#files.set(blob, bytes);
  }
}

const idOf = ({ face }: CheckedFace): string => faceIdOf(face.blob, face.licensed === true);

const jsonOf = <T>(bytes: Uint8Array | null): T | null => (bytes ? ownJson<T>(new TextDecoder().decode(bytes)) : null);
