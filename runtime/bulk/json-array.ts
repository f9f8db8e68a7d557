// Elements of a JSON array as they come.
import { Collector, type Piece } from "./piece.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const isSpace = (b: number): boolean => b === 32 || b === 9 || b === 10 || b === 13;

/** The array is not written as JSON has it; `offset` is the place. */
export class ArrayFault extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Cuts an array into its elements, whose own JSON is not checked.
 * @param offset of the first byte
 * @param most bytes of an element that are held
 * @throws ArrayFault after the elements before it
 */
export async function* elementsOf(chunks: AsyncIterable<Uint8Array>, offset: number, most: number): AsyncGenerator<Piece> {
  let at = offset;
  let state: "before" | "first" | "next" | "in" | "after" | "end" = "before";
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  /** of the element, without blanks at its end */
  let element: Collector | null = null;
  let blanks: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let i = 0; i < chunk.length; i++, at++) {
      const b = chunk[i]!;
      if (state === "in") {
        if (isText) {
          if (isEscaped) isEscaped = false;
          else if (b === BACKSLASH) isEscaped = true;
          else if (b === QUOTE) isText = false;
          continue;
        }
        if (b === QUOTE) isText = true;
        else if (b === OPEN || b === OPEN_OBJECT) depth++;
        else if (depth > 0 && (b === CLOSE || b === CLOSE_OBJECT)) depth--;
        else if (depth === 0 && (b === COMMA || b === CLOSE)) {
          const rest = trimmed(chunk.subarray(from, i));
          if (rest.length > 0) for (const blank of blanks) element!.add(blank);
          element!.add(rest);
          yield element!.piece();
          [element, blanks] = [null, []];
          state = b === COMMA ? "next" : "end";
        } else if (depth === 0 && b === CLOSE_OBJECT) throw new ArrayFault(at, "the JSON is broken: a } has no {");
        continue;
      }
      if (isSpace(b)) continue;
      if (state === "before") {
        if (b !== OPEN) throw new ArrayFault(at, "the JSON is not an array");
        state = "first";
      } else if (state === "end") throw new ArrayFault(at, "the JSON is broken: text after the end of the array");
      else if (b === CLOSE && state === "first") state = "end";
      else if (b === COMMA || b === CLOSE) throw new ArrayFault(at, "the JSON is broken: an element is missing");
      else {
        state = "in";
        element = new Collector(at, most);
        from = i;
        isText = b === QUOTE;
        depth = b === OPEN || b === OPEN_OBJECT ? 1 : 0;
      }
    }
    if (state !== "in") continue;
    const part = chunk.subarray(from);
    // blanks at the end may be of the element, or after it
    const body = isText || depth > 0 ? part : trimmed(part);
    if (body.length > 0) {
      for (const blank of blanks) element!.add(blank);
      blanks = [];
      element!.add(body);
    }
    if (body.length < part.length) blanks.push(part.subarray(body.length));
  }
  if (state === "before") throw new ArrayFault(at, "the JSON is not an array");
  if (state !== "end") throw new ArrayFault(at, "the JSON is broken: the array does not end");
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1]!)) end--;
  return bytes.subarray(0, end);
}
