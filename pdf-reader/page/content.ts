// Balanced, readable content, without parts that are not drawn (PDF-9, PDF-17, PDF-29).
import { latin } from "../lexer.js";
import { integerOf, isDict, nameOf } from "../objects.js";
import { NestingCounts, StepCounts } from "../meter.js";
import { PdfName, PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../types.js";
import { textOf } from "../write.js";
import { Operations, type Operation } from "./operators.js";
import type { OptionalContent } from "./optional.js";

interface ContentOptions {
  /** marked content is dropped from pictures, and copied to tagged pages */
  readonly marks: "drop" | "keep";
  readonly optional: OptionalContent;
  /** receives each operation that is copied, as it is written, before the next one is read */
  readonly visit?: ((operation: Operation) => void) | undefined;
}

/** `changed`: false if the source is as good. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly changed: boolean;
  /** greatest identifier of marked content that is copied; -1 without */
  readonly greatestMcid: number;
}

const PAINT: ReadonlySet<string> = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*"]);
const MARK_BEGIN: ReadonlySet<string> = new Set(["BMC", "BDC"]);

interface Mark {
  readonly written: boolean;
  readonly hidden: boolean;
}

/** Returns the identifier of marked content (14.7.4.2); null without one. */
export function mcidOf(properties: PdfObject | undefined, file: PdfFile): number | null {
  const dict = file.get(properties);
  const mcid = isDict(dict) ? integerOf(file.get(dict.get("MCID"))) : null;
  return mcid !== null && mcid >= 0 ? mcid : null;
}

/** Balanced; without unreadable operators and optional content that is off. */
export function mendedContent(bytes: Uint8Array, resources: PdfDict, file: PdfFile, options: ContentOptions): Content {
  return new Mending(bytes, resources, file, options).run();
}

function bytesOf(text: string): Uint8Array {
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

class Mending {
  readonly #pieces: Uint8Array[] = [];
  readonly #marks: Mark[] = [];
  #length = 0;
  #hidden = 0;
  #changed = false;
  #saves = 0;
  #isText = false;
  #greatestMcid = -1;
  #from = -1;
  #to = -1;

  constructor(
    readonly bytes: Uint8Array,
    readonly resources: PdfDict,
    readonly file: PdfFile,
    readonly options: ContentOptions,
  ) {}

  run(): Content {
    const operations = new Operations(this.bytes, new StepCounts(this.file));
    let unreadable = 0;
    for (let next; (next = operations.next());) {
      // the source between two operations is copied only if it is readable
      if (operations.unreadable > unreadable) this.#flush();
      unreadable = operations.unreadable;
      this.#take(next);
    }
    if (operations.unreadable > 0) this.#changed = true;
    const open = this.#marks.filter((m) => m.written).length;
    const end = `${this.#isText ? "ET\n" : ""}${"EMC\n".repeat(open)}${"Q\n".repeat(this.#saves)}`;
    if (end !== "") this.#write(end.slice(0, -1));
    this.#flush();
    const greatestMcid = this.#greatestMcid;
    if (!this.#changed) return { bytes: this.bytes, changed: false, greatestMcid };
    const out = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      out.set(piece, at);
      at += piece.length;
      out[at++] = 10;
    }
    return { bytes: out, changed: true, greatestMcid };
  }

  #flush(): void {
    if (this.#from < 0) return;
    this.#add(this.bytes.subarray(this.#from, this.#to));
    this.#from = -1;
  }

  #add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#length += piece.length + 1;
  }

  /** Written anew if strict readers refuse it. */
  #copy(operation: Operation): void {
    const { operator, operands, from, to, isIrregular } = operation;
    if (isIrregular) return this.#put([...operands.map(textOf), operator].join(" "));
    if (this.#from < 0) this.#from = from;
    this.#to = to;
    this.options.visit?.(operation);
  }

  #put(text: string): void {
    const bytes = this.#write(text);
    const { visit } = this.options;
    if (!visit || text === "") return;
    const operations = new Operations(bytes, new NestingCounts(this.file.budgets));
    for (let next; (next = operations.next());) visit(next);
  }

  #write(text: string): Uint8Array {
    this.#changed = true;
    this.#flush();
    const bytes = bytesOf(text);
    if (text !== "") this.#add(bytes);
    return bytes;
  }

  #take(operation: Operation): void {
    const { operator } = operation;
    switch (operator) {
      case "q":
        this.#saves++;
        return this.#copy(operation);
      case "Q":
        if (this.#saves === 0) return this.#put("");
        this.#saves--;
        return this.#copy(operation);
      case "BT":
        // viewers begin a text object anew: its matrices are the identity
        if (this.#isText) return this.#put("ET\nBT");
        this.#isText = true;
        return this.#copy(operation);
      case "ET":
        if (!this.#isText) return this.#put("");
        this.#isText = false;
        return this.#copy(operation);
      case "EMC":
        return this.#endMark(operation);
      case "MP":
      case "DP":
        return this.options.marks === "drop" || this.#hidden > 0 ? this.#put("") : this.#copy(operation);
      // the compatibility of operators that are unknown, which are gone
      case "BX":
      case "EX":
        return this.#put("");
    }
    if (MARK_BEGIN.has(operator)) return this.#beginMark(operation);
    if (this.#hidden > 0) return this.#hide(operation);
    if (operator === "Do" && !this.#isShown(operation.operands[0])) return this.#put("");
    this.#copy(operation);
  }

  #beginMark(operation: Operation): void {
    const [tag, properties] = operation.operands;
    const isOptional = nameOf(tag) === "OC";
    const hidden = isOptional && !this.options.optional.isVisible(this.#property(properties));
    if (hidden) this.#hidden++;
    const written = this.options.marks === "keep" && !isOptional && this.#hidden === 0;
    this.#marks.push({ written, hidden });
    if (!written) return this.#put("");
    this.#greatestMcid = Math.max(this.#greatestMcid, mcidOf(this.#property(properties), this.file) ?? -1);
    this.#copy(operation);
  }

  #endMark(operation: Operation): void {
    const mark = this.#marks.pop();
    if (mark?.hidden) this.#hidden--;
    if (mark?.written) this.#copy(operation);
    else this.#put("");
  }

  #resource(category: string, name: string): PdfObject | undefined {
    const all = this.file.get(this.resources.get(category));
    return isDict(all) ? all.get(name) : undefined;
  }

  #property(properties: PdfObject | undefined): PdfObject | undefined {
    return properties instanceof PdfName ? this.#resource("Properties", properties.value) : properties;
  }

  #isShown(name: PdfObject | undefined): boolean {
    const object = this.file.get(this.#resource("XObject", nameOf(name) ?? ""));
    return !(object instanceof PdfStream) || this.options.optional.isVisible(object.dict.get("OC"));
  }

  /** Keeps the state that an operation sets, not what it draws. */
  #hide(operation: Operation): void {
    const { operator, from } = operation;
    if (PAINT.has(operator)) return this.#put("n");
    switch (operator) {
      case "Tj":
      case "TJ":
      case "Do":
      case "sh":
      case "BI":
        return this.#put("");
      case "'":
        return this.#put("T*");
      case '"': {
        const [word, char] = latin(this.bytes, from, operation.to).trim().split(/\s+/, 2);
        return this.#put(`${word} Tw ${char} Tc T*`);
      }
      default:
        return this.#copy(operation);
    }
  }
}
