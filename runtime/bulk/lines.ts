// Lines of bytes as they come.
import { Collector, type Piece } from "./piece.js";

const LF = 10;
const CR = 13;
const isBlank = (b: number): boolean => b === 32 || b === 9 || b === CR;

/**
 * Cuts bytes into lines without their ends. Blank lines are left out.
 * @param offset of the first byte
 * @param most bytes of a line that are held
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, offset: number, most: number): AsyncGenerator<Piece> {
  let at = offset;
  let line = new Collector(at, most);
  let held = false;
  const cut = (): Piece | null => {
    // a carriage return before the end of a line is of its end
    const piece = line.piece(held ? 1 : 0);
    return piece.bytes && piece.bytes.every(isBlank) ? null : piece;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(LF, from);
      const part = chunk.subarray(from, end === -1 ? chunk.length : end);
      line.add(part);
      if (end === -1) break;
      held = line.isHeld && line.lastByte() === CR;
      const piece = cut();
      if (piece) yield piece;
      at = at + (end + 1 - from);
      from = end + 1;
      line = new Collector(at, most);
    }
    at += chunk.length - from;
  }
  held = line.isHeld && line.lastByte() === CR;
  const last = line.length > 0 ? cut() : null;
  if (last) yield last;
}
