// Boxes of nodes: a node that is the same object at the same place in the next request has the same context, so that it passes the check and
// has the same boxes.
import type { PassedNodes } from "../check/values/report.js";
import type { Src } from "../core/src.js";
import type { BoxMemo, LoweredNode } from "../lower/scope.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { SegmentNode } from "../request/types/flow.js";
import type { Block } from "../request/types/text.js";

/** Settings of a render that passes depend on beside the request. */
export type Circumstances = readonly unknown[];

/** Blocks of text whose check and boxes depend on no other node. */
export class NodeMemo implements BoxMemo, PassedNodes {
  readonly #checked = new WeakSet<object>();
  readonly #lowered = new WeakMap<object, LoweredNode<unknown>>();
  /** by passes, of the boxes above */
  readonly #results = new Map<string, object>();
  /** a render uses it */
  inUse = true;
  #used = false;
  /** of results, beside those of the nodes */
  #bytes = 0;
  /** counts bytes of results; false: there is no room */
  room: (bytes: number) => boolean = () => false;

  constructor(readonly circumstances: Circumstances) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a result of about this many bytes. @returns false if there is no room for it */
  grow(bytes: number): boolean {
    if (!this.room(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  isChecked(node: object): boolean {
    return this.#checked.has(node);
  }

  /** The whole request has passed. */
  accept(request: DocumentRequest): void {
    for (const { content } of request.flow_document?.segments ?? []) if (content) this.#accept(content);
  }

  #accept(nodes: readonly SegmentNode[]): void {
    for (const node of nodes) {
      if ("content" in node && node.content) this.#accept(node.content);
      else if (!this.#checked.has(node) && isAlone(node)) this.#checked.add(node);
    }
  }

  /** The boxes of a checked node at the same place, if the numbers of boxes have come as far. */
  lowered<T>(node: object, src: Src, first: number): LoweredNode<T> | null {
    const known = this.#lowered.get(node);
    return known?.first === first && isSame(known.src, src) ? (known as LoweredNode<T>) : null;
  }

  lower(node: object, made: LoweredNode<unknown>): void {
    this.#lowered.set(node, made);
  }

  /** The render is complete. */
  end(): void {
    this.release();
    this.#used = true;
  }

  /** The render does not use it any more. */
  release(): void {
    this.inUse = false;
  }

  /** A render is complete. */
  get isUsed(): boolean {
    return this.#used;
  }

  /** One object for all renders of these circumstances. */
  result<T extends object>(of: string, make: () => T): T {
    let known = this.#results.get(of);
    if (!known) this.#results.set(of, (known = make()));
    return known as T;
  }
}

function isSame(a: Src, b: Src): boolean {
  let [x, y]: [Src | null, Src | null] = [a, b];
  for (; x !== y; x = x.up, y = y.up) if (!x || !y || x.step !== y.step || x.item !== y.item) return false;
  return true;
}

/** A text without links, references and footnotes, that is neither named nor counted. */
function isAlone(node: SegmentNode): boolean {
  if (node.type !== "block" || node.semantics || node.destination !== undefined || node.counter) return false;
  const { element } = node;
  if (element.type !== "text" || element.link) return false;
  const { content } = element;
  return typeof content === "object" && "blocks" in content && content.blocks !== undefined && content.blocks.every(isPlain);
}

const isPlain = (block: Block): boolean =>
  block.type === "paragraph" && block.inlines.every((inline) => (inline.type === "text" ? !inline.link : inline.type === "line_break"));
