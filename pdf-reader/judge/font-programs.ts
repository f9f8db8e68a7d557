// Embedded programs and CMaps, which fonts share: each is read once.
import { FontFault } from "../../base/font-table.js";
import { cffOf, CffProgram } from "../font/cff.js";
import { IDENTITY, readCMap, type CMap } from "../font/cmap.js";
import type { FontProgram } from "../font/program.js";
import { TrueTypeProgram } from "../font/truetype.js";
import { Type1Program } from "../font/type1.js";
import { integerOf, nameOf } from "../objects.js";
import type { PdfFile, PdfStream } from "../types.js";

export type ProgramKey = "FontFile" | "FontFile2" | "FontFile3";

/** Entries of a descriptor that a stream may be; the same stream under another entry is another program. */
export class FontPrograms {
  readonly #programs: Readonly<Record<ProgramKey, Map<PdfStream, FontProgram | FontFault>>> = {
    FontFile: new Map(),
    FontFile2: new Map(),
    FontFile3: new Map(),
  };
  readonly #texts = new Map<PdfStream, CMap>();
  readonly #encodings = new Map<PdfStream, { readonly cmap: CMap; readonly uses: string | null }>();

  constructor(readonly file: PdfFile) {}

  /** @throws FontFault */
  program(stream: PdfStream, key: ProgramKey): FontProgram {
    const known = this.#programs[key];
    let found = known.get(stream);
    if (found === undefined) known.set(stream, (found = this.#read(stream, key)));
    if (found instanceof FontFault) throw found;
    return found;
  }

  #read(stream: PdfStream, key: ProgramKey): FontProgram | FontFault {
    const { bytes } = this.file.decode(stream);
    const at = (entry: string): ReturnType<PdfFile["get"]> => this.file.get(stream.dict.get(entry));
    try {
      if (key === "FontFile") return new Type1Program(bytes, integerOf(at("Length1")));
      if (key === "FontFile2") return new TrueTypeProgram(bytes);
      if (nameOf(at("Subtype")) !== "OpenType") return new CffProgram(bytes);
      return bytes[0] === 0x4f ? new CffProgram(cffOf(bytes)) : new TrueTypeProgram(bytes);
    } catch (e) {
      if (e instanceof FontFault) return e;
      throw e;
    }
  }

  /** A CMap to Unicode. */
  text(stream: PdfStream): CMap {
    let known = this.#texts.get(stream);
    if (!known) this.#texts.set(stream, (known = readCMap(this.file.decode(stream).bytes, this.file)));
    return known;
  }

  /** A CMap to CIDs with the name of the one that it uses, which is Identity if it is known here. */
  encoding(stream: PdfStream): { readonly cmap: CMap; readonly uses: string | null } {
    const known = this.#encodings.get(stream);
    if (known) return known;
    const cmap = readCMap(this.file.decode(stream).bytes, this.file);
    const uses = nameOf(this.file.get(stream.dict.get("UseCMap"))) ?? cmap.uses;
    if (uses !== null) {
      for (const space of IDENTITY.spaces) cmap.spaces.push(space);
      for (const range of IDENTITY.cids.all) cmap.cids.push(range);
    }
    const read = { cmap, uses };
    this.#encodings.set(stream, read);
    return read;
  }
}
