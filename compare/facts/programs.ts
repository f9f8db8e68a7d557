// Font programs and CMaps of a file, each read once.
import { FontFault } from "../../base/font-table.js";
import { cffOf, CffProgram } from "../../pdf-reader/font/cff.js";
import { IDENTITY, readCMap, type CMap } from "../../pdf-reader/font/cmap.js";
import { MAC_ROMAN, unicodeOf } from "../../pdf-reader/font/glyph-names.js";
import type { FontProgram } from "../../pdf-reader/font/program.js";
import { TrueTypeProgram } from "../../pdf-reader/font/truetype.js";
import { Type1Program } from "../../pdf-reader/font/type1.js";
import { integerOf, nameOf } from "../../pdf-reader/objects.js";
import { PdfStream, type PdfDict, type PdfFile } from "../../pdf-reader/types.js";
import { Digest } from "./digest.js";
import { trueTypeOutlines, type Outlines } from "./glyph-outlines.js";

export class Programs {
  readonly #embedded = new Map<PdfStream, EmbeddedFont | null>();
  readonly #texts = new Map<PdfStream, CMap>();
  readonly #encodings = new Map<PdfStream, CMap>();

  constructor(readonly file: PdfFile) {}

  /** A CMap to Unicode. */
  toUnicode(stream: PdfStream): CMap {
    let known = this.#texts.get(stream);
    if (!known) this.#texts.set(stream, (known = readCMap(this.file.decode(stream).bytes, this.file)));
    return known;
  }

  /** A CMap to CIDs; one that it uses is taken for Identity. */
  encoding(stream: PdfStream): CMap {
    let known = this.#encodings.get(stream);
    if (known) return known;
    known = readCMap(this.file.decode(stream).bytes, this.file);
    if (this.file.get(stream.dict.get("UseCMap")) !== null || known.uses !== null || known.spaces.length === 0) {
      for (const space of IDENTITY.spaces) known.spaces.push(space);
      for (const range of IDENTITY.cids.all) known.cids.push(range);
    }
    this.#encodings.set(stream, known);
    return known;
  }

  /** The program of a descriptor; null if it is absent or cannot be read. */
  embedded(descriptor: PdfDict): EmbeddedFont | null {
    for (const key of ["FontFile2", "FontFile3", "FontFile"]) {
      const stream = this.file.get(descriptor.get(key));
      if (!(stream instanceof PdfStream)) continue;
      let known = this.#embedded.get(stream);
      if (known === undefined) this.#embedded.set(stream, (known = this.#read(stream, key)));
      return known;
    }
    return null;
  }

  #read(stream: PdfStream, key: string): EmbeddedFont | null {
    const { bytes } = this.file.decode(stream);
    try {
      if (key === "FontFile")
        return new EmbeddedFont(new Type1Program(bytes, integerOf(this.file.get(stream.dict.get("Length1")))), null, this.file);
      const isOpenType = nameOf(this.file.get(stream.dict.get("Subtype"))) === "OpenType" || bytes[0] === 0x4f;
      if (key === "FontFile3" && (!isOpenType || bytes[0] === 0x4f))
        return new EmbeddedFont(new CffProgram(isOpenType ? cffOf(bytes) : bytes), null, this.file);
      return new EmbeddedFont(new TrueTypeProgram(bytes), trueTypeOutlines(bytes), this.file);
    } catch (e) {
      if (e instanceof FontFault) return null;
      throw e;
    }
  }
}

/** A program with its glyphs by code, name and CID; what is damaged is absent. */
export class EmbeddedFont {
  #unicodes: Map<number, number> | null = null;

  constructor(
    readonly program: FontProgram,
    readonly outlines: Outlines | null,
    readonly file: PdfFile,
  ) {}

  get encoding(): readonly (string | null)[] | null {
    return this.program.encoding;
  }

  #safe<T>(read: () => T): T | null {
    try {
      return read();
    } catch (e) {
      if (e instanceof FontFault) return null;
      throw e;
    }
  }

  /** Glyph of a code of a simple font (ISO 32000-1, 9.6.6.4). */
  gid(code: number, name: string | null, isSymbolic: boolean): number | null {
    return this.#safe(() => {
      const { program } = this;
      if (!(program instanceof TrueTypeProgram)) return name === null ? null : program.named(name);
      if (!isSymbolic && name !== null) {
        const unicode = unicodeOf(name);
        const roman = MAC_ROMAN.indexOf(name);
        const found =
          (unicode === null ? 0 : (program.map(3, 1)?.glyph(unicode) ?? 0)) ||
          (roman < 0 ? 0 : (program.map(1, 0)?.glyph(roman) ?? 0)) ||
          (program.named(name) ?? 0);
        if (found > 0) return found;
      }
      for (const high of [0, 0xf000, 0xf100, 0xf200]) {
        const found = program.map(3, 0)?.glyph(high + code) ?? 0;
        if (found > 0) return found;
      }
      return program.map(1, 0)?.glyph(code) || null;
    });
  }

  gidOfCid(cid: number): number | null {
    return this.program.cids === null ? cid : (this.program.cids.get(cid) ?? null);
  }

  /** 1/1000 em */
  width(gid: number): number | null {
    return this.#safe(() => this.program.width(gid));
  }

  /** Digest of a glyph; 0 without an outline. */
  outline(gid: number): number {
    if (this.outlines !== null) return this.outlines.digest(gid);
    const found = this.#safe(() => this.program.charstring(gid));
    return found === null || found.length === 0 ? 0 : new Digest().bytes(found).word();
  }

  /** Character of a glyph by the program's map; null if it has none. */
  unicodeOfGlyph(gid: number): number | null {
    this.#unicodes ??= this.#safe(() => this.#readUnicodes()) ?? new Map();
    return this.#unicodes.get(gid) ?? null;
  }

  #readUnicodes(): Map<number, number> {
    const out = new Map<number, number>();
    const map = this.program instanceof TrueTypeProgram ? (this.program.map(3, 1) ?? this.program.map(0, 3)) : null;
    if (map === null) return out;
    this.file.step(8192);
    for (let code = 32; code < 65_536; code++) {
      const gid = map.glyph(code);
      if (gid > 0 && !out.has(gid)) out.set(gid, code);
    }
    return out;
  }
}
