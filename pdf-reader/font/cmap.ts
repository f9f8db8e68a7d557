// CMaps of composite fonts and of ToUnicode (ISO 32000-1, 9.7.5 and 9.10.3).
import { greatest } from "../../base/many.js";
import { END, Keyword, Lexer } from "../lexer.js";
import { isArray, nameOf, numberOf } from "../objects.js";
import { StepCounts } from "../meter.js";
import { PdfName, PdfString, type PdfFile, type PdfObject } from "../types.js";

const PREDEFINED = new Set(
  (
    "GB-EUC GBpc-EUC GBK-EUC GBKp-EUC GBK2K UniGB-UCS2 UniGB-UTF16 B5pc HKscs-B5 ETen-B5 ETenms-B5 CNS-EUC UniCNS-UCS2 UniCNS-UTF16 83pv-RKSJ " +
    "90ms-RKSJ 90msp-RKSJ 90pv-RKSJ Add-RKSJ EUC Ext-RKSJ UniJIS-UCS2 UniJIS-UCS2-HW UniJIS-UTF16 KSC-EUC KSCms-UHC KSCms-UHC-HW KSCpc-EUC " +
    "UniKS-UCS2 UniKS-UTF16"
  ).split(" "),
);

/** Known to viewers, so that files need not embed it (ISO 32000-1, table 118). */
export const isPredefined = (name: string): boolean => name === "H" || name === "V" || PREDEFINED.has(name.replace(/-[HV]$/, ""));

/** Code spaces that are looked through without being counted; fonts have one to four. */
const FEW_SPACES = 16;

/** Entries of a CMap that are read; ranges are not expanded. */
const MOST_ENTRIES = 1 << 18;

interface Range {
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}
/** By lowest code; of overlapping ranges the later counts where it begins. */
class Ranges<T extends Range> {
  readonly all: T[] = [];
  #isSorted = true;

  push(range: T): void {
    this.all.push(range);
    this.#isSorted = false;
  }

  find(code: number): T | null {
    if (!this.#isSorted) this.all.sort((a, b) => a.low - b.low);
    this.#isSorted = true;
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle]!.low <= code) low = middle + 1;
      else high = middle;
    }
    const found = this.all[low - 1];
    return found && code <= found.high ? found : null;
  }
}

interface CidRange extends Range {
  readonly cid: number;
}
interface TextRange extends Range {
  readonly text: string | readonly string[];
}

export class CMap {
  readonly spaces: Range[] = [];
  readonly cids = new Ranges<CidRange>();
  readonly texts = new Ranges<TextRange>();
  uses: string | null = null;
  wMode: number | null = null;
  greatest = 0;

  /** `file`: counts the work of many code spaces; null: few */
  constructor(readonly file: Counting | null = null) {}

  *codes(bytes: Uint8Array): Generator<{ readonly code: number; readonly length: number }> {
    for (let at = 0; at < bytes.length;) {
      let [code, length] = [0, 0];
      if (this.spaces.length > FEW_SPACES) this.file?.step(this.spaces.length);
      for (let n = 1; n <= 4 && at + n <= bytes.length; n++) {
        code = code * 256 + bytes[at + n - 1]!;
        if (this.spaces.some((s) => s.bytes === n && inside(code, s))) {
          length = n;
          break;
        }
      }
      if (length === 0) {
        length = Math.min(
          bytes.length - at,
          greatest(
            this.spaces.map((s) => s.bytes),
            1,
          ),
        );
        code = 0;
        for (let i = 0; i < length; i++) code = code * 256 + bytes[at + i]!;
      }
      at += length;
      yield { code, length };
    }
  }

  cid(code: number, length: number): number {
    const found = this.cids.find(code);
    return found?.bytes === length ? found.cid + code - found.low : 0;
  }

  /** Null if absent. */
  text(code: number): string | null {
    const found = this.texts.find(code);
    if (found === null) return null;
    if (typeof found.text !== "string") return found.text[code - found.low] ?? null;
    if (found.text === "" || code === found.low) return found.text;
    const last = found.text.charCodeAt(found.text.length - 1) + code - found.low;
    return found.text.slice(0, -1) + String.fromCharCode(last & 0xffff);
  }
}

function inside(code: number, { low, high, bytes }: Range): boolean {
  for (let i = 0; i < bytes; i++) {
    const at = (v: number): number => Math.floor(v / 256 ** i) % 256;
    if (at(code) < at(low) || at(code) > at(high)) return false;
  }
  return true;
}

const valueOf = (bytes: Uint8Array): number => bytes.reduce((n, b) => n * 256 + b, 0);
const utf16 = (bytes: Uint8Array): string => {
  if (bytes.length === 1) return String.fromCharCode(bytes[0]!);
  let out = "";
  for (let i = 0; i + 1 < bytes.length; i += 2) out += String.fromCharCode((bytes[i]! << 8) | bytes[i + 1]!);
  return out;
};

type Counting = Pick<PdfFile, "budgets" | "step">;

/** Values are counted as steps of the file. */
export function readCMap(bytes: Uint8Array, file: Counting): CMap {
  const lexer = new Lexer(bytes, 0, new StepCounts(file), false);
  const out = new CMap(file);
  let operands: PdfObject[] = [];
  let entries = 0;
  for (;;) {
    const read = lexer.read();
    if (read === END) return out;
    if (!(read instanceof Keyword)) {
      operands.push(read);
      continue;
    }
    if (read.value === "usecmap") out.uses = nameOf(operands.at(-1));
    if (read.value === "def" && operands.at(-2) instanceof PdfName && nameOf(operands.at(-2)) === "WMode")
      out.wMode = numberOf(operands.at(-1));
    entries += operands.length;
    if (entries > MOST_ENTRIES) return out;
    section(out, read.value, operands);
    operands = [];
  }
}

function section(out: CMap, operator: string, operands: readonly PdfObject[]): void {
  const range = (i: number): Range | null => {
    const [low, high] = [operands[i], operands[i + 1]];
    if (!(low instanceof PdfString && high instanceof PdfString) || low.bytes.length > 4) return null;
    return { bytes: low.bytes.length, low: valueOf(low.bytes), high: valueOf(high.bytes) };
  };
  switch (operator) {
    case "endcodespacerange":
      for (let i = 0; i + 1 < operands.length; i += 2) {
        const found = range(i);
        if (found) out.spaces.push(found);
      }
      return;
    case "endcidrange":
      for (let i = 0; i + 2 < operands.length; i += 3) addCid(out, range(i), operands[i + 2]);
      return;
    case "endcidchar":
      for (let i = 0; i + 1 < operands.length; i += 2) {
        const code = operands[i];
        if (code instanceof PdfString)
          addCid(out, { bytes: code.bytes.length, low: valueOf(code.bytes), high: valueOf(code.bytes) }, operands[i + 1]);
      }
      return;
    case "endbfrange":
      for (let i = 0; i + 2 < operands.length; i += 3) {
        const [found, to] = [range(i), operands[i + 2]];
        if (found && to instanceof PdfString) out.texts.push({ ...found, text: utf16(to.bytes) });
        else if (found && isArray(to)) out.texts.push({ ...found, text: to.map((t) => (t instanceof PdfString ? utf16(t.bytes) : "")) });
      }
      return;
    case "endbfchar":
      for (let i = 0; i + 1 < operands.length; i += 2) {
        const [code, to] = [operands[i], operands[i + 1]];
        if (!(code instanceof PdfString) || !(to instanceof PdfString)) continue;
        const value = valueOf(code.bytes);
        out.texts.push({ bytes: code.bytes.length, low: value, high: value, text: utf16(to.bytes) });
      }
  }
}

function addCid(out: CMap, range: Range | null, cid: PdfObject | undefined): void {
  if (!range || typeof cid !== "number") return;
  out.cids.push({ ...range, cid });
  out.greatest = Math.max(out.greatest, cid + range.high - range.low);
}

/** Two bytes per code, which is the CID. */
export const IDENTITY = Object.assign(new CMap(), { greatest: 65535 });
IDENTITY.spaces.push({ bytes: 2, low: 0, high: 65535 });
IDENTITY.cids.push({ bytes: 2, low: 0, high: 65535, cid: 0 });
