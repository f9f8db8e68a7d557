// The parser gives lines of blocks only.

/** Characters that searches without a result may read, per character of the block. */
const READS = 8;

/** Finds places in one block, in order. */
export class Places {
  #line: number;
  #column = 0;
  /** characters before the column that `#counted` has: columns are told again and again on long lines */
  #characters = 0;
  #counted: readonly [line: number, column: number];
  /** work left to parts that are not in the source as they are, such as entities */
  #reads = 0;

  /** @param from first line, from 0 */
  constructor(
    readonly lines: readonly string[],
    from: number,
    readonly to: number,
  ) {
    this.#line = from;
    this.#counted = [from, 0];
    for (let line = from; line < to; line++) this.#reads += READS * ((lines[line] ?? "").length + 1);
  }

  /** @returns its place, or the last part's */
  find(part: string): string {
    this.#moveTo(part);
    return this.here;
  }

  #moveTo(part: string): void {
    const firstLine = part.split("\n", 1)[0]!;
    for (let line = this.#line; line < this.to && firstLine !== "" && this.#reads > 0; line++) {
      const text = this.lines[line] ?? "";
      const from = line === this.#line ? this.#column : 0;
      const at = text.indexOf(firstLine, from);
      if (at < 0) {
        this.#reads -= text.length - from + 1;
        continue;
      }
      this.#line = line;
      this.#column = at;
      break;
    }
  }

  pass(part: string): void {
    if (part === "") return;
    const [line, column] = [this.#line, this.#column];
    this.#moveTo(part);
    const found = (this.lines[this.#line] ?? "").startsWith(part, this.#column);
    if (found) this.#column += part.length;
    else [this.#line, this.#column] = [line, column];
  }

  get here(): string {
    const [line, column] = this.#counted;
    const isAfter = line === this.#line && column <= this.#column;
    if (!isAfter) this.#characters = 0;
    for (const _ of (this.lines[this.#line] ?? "").slice(isAfter ? column : 0, this.#column)) this.#characters++;
    this.#counted = [this.#line, this.#column];
    return `line ${this.#line + 1}, column ${this.#characters + 1}`;
  }
}
