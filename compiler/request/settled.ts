// The last request of a cache, and what passes know of its nodes: a node that is the same object at the same place in the next request has
// the same context, so that it passes the check and has the same boxes.
import { isList } from "../../base/json.js";
import type { Src } from "../core/src.js";
import type { World } from "../core/world.js";
import { edited, type Edited, type KnownBody } from "./edited.js";
import type { DocumentRequest } from "./types/document.js";
import type { SegmentNode } from "./types/flow.js";
import type { Block } from "./types/text.js";

/** Boxes of a node. */
interface Lowered<T> {
  readonly src: Src;
  /** first number of its boxes, and the next one */
  readonly first: number;
  readonly next: number;
  readonly made: T;
}

/** Settings of a render that passes depend on beside the request. */
type Circumstances = readonly unknown[];

/** Blocks of text whose check and boxes depend on no other node. */
export class Settled {
  readonly #checked = new WeakSet<object>();
  readonly #lowered = new WeakMap<object, Lowered<unknown>>();
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
  lowered<T>(node: object, src: Src, first: number): Lowered<T> | null {
    const known = this.#lowered.get(node);
    return known?.first === first && isSame(known.src, src) ? (known as Lowered<T>) : null;
  }

  lower(node: object, made: Lowered<unknown>): void {
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

interface LastRequest extends KnownBody {
  readonly settled: Settled;
}

const KEY = "request";
/** About what a body and its value take for each of its bytes, and its boxes and lines. */
const PER_BYTE = 11;

/** Requests of one cache, the last of which is kept. */
export class LastRequests {
  #last: LastRequest | null = null;
  #edited: Edited | null = null;

  constructor(
    readonly cache: NonNullable<World["kept"]>,
    readonly circumstances: Circumstances,
  ) {}

  /** Null if the body is not an edit of the last. */
  edit(body: Uint8Array): Edited | null {
    this.#last = (this.cache.get(KEY) as LastRequest | undefined) ?? null;
    return (this.#edited = this.#last && edited(this.#last, body));
  }

  /** The value of a body is a request. `bytes` are not copied. */
  keep(bytes: Uint8Array, value: unknown): Settled {
    const settled = this.#settled();
    const last: LastRequest = { bytes, value, settled };
    settled.inUse = true;
    settled.room = (more) => this.cache.grow(KEY, last, more);
    this.cache.set(KEY, last, PER_BYTE * bytes.length + settled.bytes);
    return settled;
  }

  #settled(): Settled {
    const known = this.#last?.settled;
    if (!known || known.inUse || !this.#edited || !isOfContent(this.#edited)) return new Settled(this.circumstances);
    if (known.circumstances.some((value, i) => value !== this.circumstances[i])) return new Settled(this.circumstances);
    return known;
  }
}

/** True for nodes and parts of a block: other nodes then have the same context. */
function isOfContent({ value, path, range }: Edited): boolean {
  if (path.length === 0) return range !== null;
  const steps = stepsToNodes(path);
  if (steps === 0) return false;
  return path.length === steps || (valueAt(value, path.slice(0, steps + 1)) as { readonly type?: unknown }).type === "block";
}

/** Number of steps to the innermost list of nodes, or zero: in `flow_document.segments[0].content[3].element` they are four. */
function stepsToNodes(path: Path): number {
  if (path[0] !== "flow_document" || path[1] !== "segments" || path[3] !== "content") return 0;
  let steps = 4;
  while (path[steps + 1] === "content") steps += 2;
  return steps;
}

type Path = Edited["path"];

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((at, step) => (at as Readonly<Record<string | number, unknown>>)[step], value);

/** The request with the changed nodes alone. If it has the shape of a request, so has the whole: the others have had it. */
export function changedPart({ value, path, range }: Edited): unknown {
  const steps = stepsToNodes(path);
  const reduced = (at: unknown, depth: number): unknown => {
    if (depth === steps) {
      const nodes = at as readonly unknown[];
      return path.length > steps ? [nodes[path[steps] as number]] : range ? nodes.slice(range.from, range.to) : nodes;
    }
    const step = path[depth]!;
    const inner = reduced((at as Readonly<Record<string | number, unknown>>)[step], depth + 1);
    return isList(at) ? [inner] : { ...(at as object), [step]: inner };
  };
  return steps === 0 ? value : reduced(value, 0);
}

export const circumstancesOf = ({ limits, fonts }: Pick<World, "limits" | "fonts">, ...more: Circumstances): Circumstances => [
  // callers read them anew for each render
  JSON.stringify(limits),
  // those of a caller without fonts are the shared ones
  fonts.shared?.families === fonts.families ? fonts.shared : fonts,
  fonts.families,
  ...more,
];
