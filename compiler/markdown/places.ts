// The parser gives lines of blocks only.

/** In one block, in order. */
export class Places {
  #line: number;
  #column = 0;

  /** @param from first line, from 0 */
  constructor(
    readonly lines: readonly string[],
    from: number,
    readonly to: number,
  ) {
    this.#line = from;
  }

  /** @returns its place, or the last part's */
  find(part: string): string {
    const wanted = part.split("\n", 1)[0]!;
    for (let line = this.#line; line < this.to && wanted !== ""; line++) {
      const at = (this.lines[line] ?? "").indexOf(wanted, line === this.#line ? this.#column : 0);
      if (at < 0) continue;
      this.#line = line;
      this.#column = at;
      break;
    }
    return this.here;
  }

  pass(part: string): void {
    if (part === "") return;
    const [line, column] = [this.#line, this.#column];
    this.find(part);
    const found = (this.lines[this.#line] ?? "").startsWith(part, this.#column);
    if (found) this.#column += part.length;
    else [this.#line, this.#column] = [line, column];
  }

  get here(): string {
    return `line ${this.#line + 1}, column ${[...(this.lines[this.#line] ?? "").slice(0, this.#column)].length + 1}`;
  }
}
