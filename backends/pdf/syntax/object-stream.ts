// Object streams (ISO 32000-1, 7.5.7).
import { ByteWriter } from "./bytes.js";
import { name, type Dict } from "./object.js";

/** objects and bytes; readers inflate it as a whole */
const OBJECTS = 2000;
const BYTES = 32 << 10;
/** objects resemble neighbours: wider is slower, not better */
export const NARROW_WINDOW = 12;
const SPACE = 0x20;
const LINE_END = 0x0a;

/** Objects of a stream that is not written yet, for one stream after another. */
export interface GrowingStream {
  /** base-2 logarithm of the search distance */
  readonly window: number;
  readonly isEmpty: boolean;
  /** numbers of its objects, in order */
  readonly nums: readonly number[];
  /** Moves its objects to `w`, which is empty. @returns the dictionary of the stream before it is deflated */
  moveTo(w: ByteWriter): Dict;
}

/** Growing objects among each other. */
export class ObjectStream implements GrowingStream {
  readonly window = NARROW_WINDOW;
  readonly #nums: number[] = [];
  readonly #ats: number[] = [];
  readonly #bytes = new ByteWriter(1 << 12);

  get isEmpty(): boolean {
    return this.#nums.length === 0;
  }

  get isFull(): boolean {
    return this.#nums.length === OBJECTS || this.#bytes.length > BYTES;
  }

  get nums(): readonly number[] {
    return this.#nums;
  }

  /** Writer of the object; `end` ends it. */
  begin(num: number): ByteWriter {
    this.#nums.push(num);
    this.#ats.push(this.#bytes.length);
    return this.#bytes;
  }

  end(): void {
    this.#bytes.byte(LINE_END);
  }

  moveTo(w: ByteWriter): Dict {
    const count = this.#nums.length;
    for (let i = 0; i < count; i++) {
      w.int(this.#nums[i]!);
      w.byte(SPACE);
      w.int(this.#ats[i]!);
      w.byte(SPACE);
    }
    const first = w.length;
    w.bytes(this.#bytes.view());
    this.#nums.length = 0;
    this.#ats.length = 0;
    this.#bytes.clear();
    return { Type: name("ObjStm"), N: count, First: first };
  }
}
