// The last request of a cache: an edit of it is decoded where it differs, and has its other nodes.
import { memberOf } from "../../base/lookup.js";
import { asList, asObject } from "../../base/json.js";
import type { RenderCache } from "../../base/render-cache.js";
import type { Limits } from "../core/limits.js";
import type { World } from "../core/world.js";
import { nullsAreAbsent } from "../request/absent.js";
import { decode, DecodedRequest, hasShape, type DecodeProblems } from "../request/decode.js";
import { edited, type Edited, type CachedBody } from "../request/edited.js";
import { isBytes, SentBody } from "../request/sent-body.js";
import type { DocumentRequest } from "../request/types/document.js";
import { NodeMemo, type Circumstances } from "./nodes.js";

interface LastRequest extends CachedBody {
  readonly nodes: NodeMemo;
}

const KEY = "request";
/** About what a body and its value take for each of its bytes, and its boxes and lines. */
const PER_BYTE = 11;

/** A request with its memo. `changed`: the request without nodes of the last that are the same */
export interface RememberedRequest {
  readonly request: DocumentRequest;
  readonly nodes?: NodeMemo;
  readonly changed?: DocumentRequest;
}

/** Requests of one cache, of which it has the last. */
export class LastRequests {
  #last: LastRequest | null = null;
  #edited: Edited | null = null;

  constructor(
    readonly cache: RenderCache,
    readonly circumstances: Circumstances,
  ) {}

  /** Decodes as `decode`; of the bytes of an edit only what has changed. */
  decode(given: unknown, limits: Limits, most = 1): RememberedRequest | DecodeProblems {
    const body = given instanceof SentBody ? given.held : given;
    if (given instanceof DecodedRequest || !isBytes(body)) return decode(given, limits, most);
    // a copy, which callers do not change
    const bytes = new Uint8Array(body);
    const edit = this.#edit(bytes);
    if (edit && !nullsAreAbsent(edit.value)) {
      const [request, changed] = [edit.value as DocumentRequest, changedPart(edit) as DocumentRequest];
      if (hasShape(request, changed, limits)) return { request, changed, nodes: this.#store(bytes, request) };
    }
    const decoded = decode(bytes, limits, most);
    if ("problems" in decoded || nullsAreAbsent(decoded.request)) return decoded;
    return { ...decoded, nodes: this.#store(bytes, decoded.request) };
  }

  /** Null if the body is not an edit of the last. */
  #edit(body: Uint8Array): Edited | null {
    this.#last = (this.cache.get(KEY) as LastRequest | undefined) ?? null;
    return (this.#edited = this.#last && edited(this.#last, body));
  }

  /** The value of a body is a request. `bytes` are not copied. */
  #store(bytes: Uint8Array, value: unknown): NodeMemo {
    const nodes = this.#nodes();
    const last: LastRequest = { bytes, value, nodes };
    nodes.inUse = true;
    nodes.room = (more) => this.cache.grow(KEY, last, more);
    this.cache.set(KEY, last, PER_BYTE * bytes.length + nodes.bytes);
    return nodes;
  }

  #nodes(): NodeMemo {
    const known = this.#last?.nodes;
    if (!known || known.inUse || !this.#edited || !isOfContent(this.#edited)) return new NodeMemo(this.circumstances);
    if (known.circumstances.some((value, i) => value !== this.circumstances[i])) return new NodeMemo(this.circumstances);
    return known;
  }
}

/** True for nodes and parts of a block: other nodes then have the same context. */
function isOfContent({ value, path, range }: Edited): boolean {
  if (path.length === 0) return range !== null;
  const steps = stepsToNodes(path);
  if (steps === 0) return false;
  return path.length === steps || memberOf(valueAt(value, path.slice(0, steps + 1)), "type") === "block";
}

/** Number of steps to the innermost list of nodes, or zero: in `flow_document.segments[0].content[3].element` they are four. */
function stepsToNodes(path: Path): number {
  if (path[0] !== "flow_document" || path[1] !== "segments" || path[3] !== "content") return 0;
  let steps = 4;
  while (path[steps + 1] === "content") steps += 2;
  return steps;
}

type Path = Edited["path"];

const valueAt = (value: unknown, path: Path): unknown => path.reduce(memberOf, value);

/** The request with the changed nodes alone. If it has the shape of a request, so has the whole: the others have had it. */
function changedPart({ value, path, range }: Edited): unknown {
  const steps = stepsToNodes(path);
  const reduced = (at: unknown, depth: number): unknown => {
    if (depth === steps) {
      const nodes = asList(at);
      return path.length > steps ? [nodes[Number(path[steps])]] : range ? nodes.slice(range.from, range.to) : nodes;
    }
    const step = path[depth]!;
    const inner = reduced(memberOf(at, step), depth + 1);
    return Array.isArray(at) ? [inner] : { ...asObject(at), [step]: inner };
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
