import type {
  MaterializedBlock,
  MaterializedElement,
  MaterializedFlow,
  MaterializedNode,
  MaterializedPlaced,
} from "../request/materialized.js";
import type { DocumentNumbering } from "../request/types/flow.js";
import { HeadingCounters } from "./numbering.js";
import { partsOfContent } from "./text-parts.js";
import type { TextPart } from "./variables.js";

interface Heading {
  readonly kind: "heading";
  readonly index: number;
  /** from 1 */
  readonly level: number;
  /** "" if unnumbered */
  readonly number: string;
  readonly separator: string;
  readonly text: readonly TextPart[];
  readonly listed: boolean;
  readonly destination: string | null;
}

interface Caption {
  readonly kind: "caption";
  readonly index: number;
  readonly counter: string;
  /** of the same word, from 1 */
  readonly number: number;
  readonly text: readonly TextPart[];
  readonly destination: string | null;
}

export type Landmark = Heading | Caption;

interface Target {
  /** null: neither a numbered heading nor a counted caption */
  readonly number: string | null;
  /** of a text block, without number or label; else null */
  readonly text: readonly TextPart[] | null;
}

/** Landmarks of a document in source order. */
export interface Landmarks {
  readonly all: readonly Landmark[];
  readonly byNode: ReadonlyMap<object, Landmark>;
  readonly targets: ReadonlyMap<string, Target>;
}

/** Invalid numbering yields some number: the check refuses it. */
export function landmarksOf(flow: MaterializedFlow): Landmarks {
  const collector = new Collector();
  for (const segment of flow.segments) {
    if (segment.destination !== undefined) collector.target(segment.destination, null, null);
    if (segment.numbering?.restart) collector.counters.restart();
    collector.numbering = segment.numbering ?? flow.numbering;
    collector.nodes(segment.content);
  }
  return collector;
}

class Collector implements Landmarks {
  readonly all: Landmark[] = [];
  readonly byNode = new Map<object, Landmark>();
  readonly targets = new Map<string, Target>();
  readonly counters = new HeadingCounters();
  readonly #captions = new Map<string, number>();
  /** in Markdown, whose slugs are not targets (L34) */
  #slugs = false;
  numbering: DocumentNumbering | undefined;

  target(name: string, number: string | null, text: Target["text"]): void {
    if (!this.targets.has(name)) this.targets.set(name, { number, text });
  }

  nodes(nodes: readonly MaterializedNode[]): void {
    for (const node of nodes) {
      if (node.type === "break" || node.type === "payment_slip") continue;
      if ("element" in node && node.element) this.#element(node, node.element);
      else {
        if (node.destination !== undefined) this.target(node.destination, null, null);
        const slugs = this.#slugs;
        this.#slugs ||= node.type === "markdown";
        if ("content" in node && node.content) this.nodes(node.content);
        this.#slugs = slugs;
      }
    }
  }

  /** Placed headings are listed, not numbered or counted (L6). */
  #element(node: MaterializedBlock | MaterializedPlaced, element: MaterializedElement): void {
    const { semantics, destination = null } = node;
    const block = node.type === "block";
    const { role, decorative } = semantics ?? {};
    const isHeading = role === "heading" && !decorative;
    const counter = node.type === "block" && role === "caption" ? node.counter : undefined;
    if (!isHeading && counter === undefined && destination === null) return;
    const text = element.type === "text" ? partsOfContent(element.content) : null;
    const index = this.all.length;
    let number: string | null = null;
    if (text && isHeading) {
      const level = semantics?.heading_level ?? 1;
      const counted = block
        ? this.counters.next(level, semantics?.numbered === false ? "" : (this.numbering?.levels[level - 1] ?? ""))
        : "";
      const separator = this.numbering?.separator ?? " ";
      const listed = semantics?.outlined !== false;
      this.#add(node, { kind: "heading", index, level, number: counted, separator, text, listed, destination });
      // a final full stop is not part of references (L16)
      number = counted === "" ? null : counted.replace(/\.$/, "");
    } else if (text && counter !== undefined) {
      const n = (this.#captions.get(counter) ?? 0) + 1;
      this.#captions.set(counter, n);
      this.#add(node, { kind: "caption", index, counter, number: n, text, destination });
      number = String(n);
    }
    if (destination !== null && !this.#slugs) this.target(destination, number, block ? text : null);
  }

  #add(node: object, landmark: Landmark): void {
    this.all.push(landmark);
    this.byNode.set(node, landmark);
  }
}
