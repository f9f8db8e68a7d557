// Name and number trees whose entries come in order, and are written as they come (ISO 32000-1, 7.9.6 and 7.9.7).
import type { ObjectWriter } from "./object-writer.js";
import type { Dict, PdfValue, Ref } from "./object.js";
import { LEAF } from "./tree.js";

interface Node {
  readonly from: PdfValue;
  readonly to: PdfValue;
  readonly ref: Ref;
}

/** Holds at most a leaf, and a node's kids for each level above it. */
export class GrowingTree {
  #leaf: (readonly [PdfValue, PdfValue])[] = [];
  readonly #levels: Node[][] = [];

  constructor(
    readonly file: ObjectWriter,
    readonly kind: "Names" | "Nums",
  ) {}

  get isEmpty(): boolean {
    return this.#leaf.length === 0 && this.#levels.length === 0;
  }

  /** @param key after those before */
  add(key: PdfValue, value: PdfValue): void {
    if (this.#leaf.length === LEAF) this.#shut();
    this.#leaf.push([key, value]);
  }

  /** The root, which need not be an object. */
  end(): Dict {
    if (this.#levels.length === 0) return { [this.kind]: this.#leaf.flat() };
    return { Kids: this.#top().map(({ ref }) => ref) };
  }

  /** The root as a kid of another tree; null if it is empty. */
  node(): Node | null {
    if (this.isEmpty) return null;
    const top = this.#top();
    return top.length === 1 ? top[0]! : this.#over(top);
  }

  #top(): readonly Node[] {
    if (this.#leaf.length > 0) this.#shut();
    for (let level = 0; level + 1 < this.#levels.length; level++) {
      const nodes = this.#levels[level]!;
      if (nodes.length > 0) this.#put(level + 1, this.#over(nodes));
    }
    return this.#levels.at(-1)!;
  }

  #shut(): void {
    const entries = this.#leaf;
    this.#leaf = [];
    const [from, to] = [entries[0]![0], entries.at(-1)![0]];
    this.#put(0, { from, to, ref: this.file.add({ [this.kind]: entries.flat(), Limits: [from, to] }) });
  }

  #put(level: number, node: Node): void {
    const nodes = (this.#levels[level] ??= []);
    if (nodes.length === LEAF) {
      this.#levels[level] = [];
      this.#put(level + 1, this.#over(nodes));
    }
    this.#levels[level]!.push(node);
  }

  #over(nodes: readonly Node[]): Node {
    const [from, to] = [nodes[0]!.from, nodes.at(-1)!.to];
    return { from, to, ref: this.file.add({ Kids: nodes.map(({ ref }) => ref), Limits: [from, to] }) };
  }
}
