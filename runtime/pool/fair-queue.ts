/** First in, first out per owner; owners alternate, so that one caller's thousand tasks do not delay another's. No state without tasks. */
export class FairQueue<T> {
  /** tasks by owner, in order of turns */
  readonly #lines = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(owner: string, task: T): void {
    const line = this.#lines.get(owner);
    if (line) line.push(task);
    else this.#lines.set(owner, [task]);
    this.#length++;
  }

  shift(): T | undefined {
    const next = this.#lines.entries().next();
    if (next.done) return undefined;
    const [owner, line] = next.value;
    const task = line.shift()!;
    this.#lines.delete(owner);
    if (line.length > 0) this.#lines.set(owner, line);
    this.#length--;
    return task;
  }

  /** @returns true if queued */
  remove(owner: string, task: T): boolean {
    const line = this.#lines.get(owner);
    const at = line?.indexOf(task) ?? -1;
    if (!line || at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#length--;
    return true;
  }

  clear(): readonly T[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#length = 0;
    return all;
  }
}
