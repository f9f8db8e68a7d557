// Tables have rows, charts have data, metadata is filtered by the policy.
import type { World } from "../core/world.js";
import { Numbers } from "../locale/numbers.js";
import {
  NO_CONTENT,
  type Materialization,
  type MaterializedBlock,
  type MaterializedElement,
  type MaterializedFlow,
  type MaterializedLayers,
  type MaterializedMaster,
  type MaterializedNode,
  type MaterializedPage,
  type MaterializedVariant,
} from "../request/materialized.js";
import { withMetadataPolicy, type MetadataPolicy } from "../request/metadata-policy.js";
import type { SizeFields } from "../request/page-size.js";
import type { ChartElement, ChartKind } from "../request/types/chart.js";
import type { DocumentRequest, MetadataSettings, Page } from "../request/types/document.js";
import type { Element } from "../request/types/element.js";
import type { FlowDocument, SegmentNode } from "../request/types/flow.js";
import type { BlockElement } from "../request/types/flow-node.js";
import type { MasterVariant, PageMaster } from "../request/types/page-master.js";
import type { Layers } from "../request/types/layers.js";
import type { PaymentSlipElement } from "../request/types/payment-slip.js";
import type { TableElement } from "../request/types/table.js";
import { misfitOf } from "./consumer.js";
import { convertMarkdown } from "../markdown/convert.js";
import { datasetOf, projectionOf } from "./dataset.js";
import { projectChart } from "./project-chart.js";
import { projectTable } from "./project-table.js";

/** Elements with a faulty reference still get data; the check has the fault. Others are unchanged. */
export function materialize(
  request: DocumentRequest,
  policy: MetadataPolicy | undefined,
  { locales, limits, markdown }: Pick<World, "locales" | "limits" | "markdown">,
): Materialization {
  const { flow_document: flow, pages, header, footer, layers, ...rest } = request;
  const walk = new Materializer(request, new Numbers(locales, request.settings?.locale), { limits, markdown });
  return {
    sent: request,
    request: {
      ...(policy
        ? { ...rest, settings: { ...rest.settings, metadata: withMetadataPolicy(rest.settings?.metadata ?? NOTHING, policy) } }
        : rest),
      ...(flow && { flow_document: walk.flow(flow) }),
      ...(pages && { pages: pages.map((page) => walk.page(page)) }),
      ...(header && { header: walk.withElements(header) }),
      ...(footer && { footer: walk.withElements(footer) }),
      ...(layers && { layers: walk.layers(layers) }),
    },
    unresolved: walk.unresolved,
  };
}

type Materialized<E> = E extends PaymentSlipElement ? E | MaterializedElement : MaterializedElement;

const NOTHING: MetadataSettings = {};

class Materializer {
  readonly unresolved = new Map<MaterializedElement, string>();
  /** results by projection: each is computed once for all its references */
  #texts = 0;
  readonly #tables = new Map<string, ReturnType<typeof projectTable>>();
  readonly #charts = new Map<string, ReturnType<typeof projectChart>>();

  constructor(
    readonly sent: DocumentRequest,
    readonly numbers: Numbers,
    readonly world: Pick<World, "limits" | "markdown">,
  ) {}

  page(page: Page): MaterializedPage {
    const { elements } = page;
    if (!elements) return this.#oriented<MaterializedPage>(page as Omit<Page, "elements">);
    const made = this.#elements(elements);
    return this.#oriented<MaterializedPage>(made === elements ? (page as MaterializedPage) : { ...page, elements: made });
  }

  /** The settings' orientation, for presets without one (decisions §8.7). */
  #oriented<T extends SizeFields>(page: T): T {
    const orientation = this.sent.settings?.default_orientation;
    return orientation && page.size !== undefined && page.orientation === undefined ? { ...page, orientation } : page;
  }

  flow({ page_masters: masters, segments, ...rest }: FlowDocument): MaterializedFlow {
    return {
      ...rest,
      page_masters: Object.fromEntries(Object.entries(masters).map(([name, master]) => [name, this.#master(master)])),
      segments: segments.map(({ content, ...segment }) => ({ ...segment, content: content ? this.#nodes(content) : NO_CONTENT })),
    };
  }

  #master({ header, footer, layers, variants, ...rest }: PageMaster): MaterializedMaster {
    const { first, last, odd, even, blank } = variants ?? {};
    return {
      ...this.#oriented(rest),
      ...(header && { header: this.withElements(header) }),
      ...(footer && { footer: this.withElements(footer) }),
      ...(layers && { layers: this.layers(layers) }),
      ...(variants && {
        variants: {
          ...(first && { first: this.#variant(first) }),
          ...(last && { last: this.#variant(last) }),
          ...(odd && { odd: this.#variant(odd) }),
          ...(even && { even: this.#variant(even) }),
          ...(blank && { blank: this.#variant(blank) }),
        },
      }),
    };
  }

  #variant({ header, footer }: MasterVariant): MaterializedVariant {
    return { ...(header && { header: this.withElements(header) }), ...(footer && { footer: this.withElements(footer) }) };
  }

  #nodes(nodes: readonly SegmentNode[]): MaterializedNode[] {
    return nodes.map((node): MaterializedNode => {
      switch (node.type) {
        case "break":
        case "contents":
        case "payment_slip":
          return node;
        case "block": {
          const element = this.#element(node.element);
          return element === node.element ? (node as MaterializedBlock) : { ...node, element };
        }
        case "markdown":
          return convertMarkdown(node, this.#texts++, this.world);
        case "placed": {
          const { element, content, layout, ...rest } = node;
          return {
            ...rest,
            layout,
            ...(element && { element: this.#element(element) }),
            ...(content && { content: this.#nodes(content) }),
          };
        }
        default:
          return { ...node, content: this.#nodes(node.content) };
      }
    });
  }

  layers({ background, stamp, ...rest }: Layers): MaterializedLayers {
    return {
      ...rest,
      ...(background && { background: this.withElements(background) }),
      ...(stamp && { stamp: this.withElements(stamp) }),
    };
  }

  /** The part itself if its elements need nothing: pages are many. */
  withElements<T extends { elements?: Element[] }>(part: T): Omit<T, "elements"> & { elements?: MaterializedElement[] } {
    const elements = this.#elements(part.elements ?? []);
    return elements === part.elements || !part.elements ? (part as Omit<T, "elements">) : { ...part, elements };
  }

  /** The array itself if no element is replaced. */
  #elements<E extends Element | PaymentSlipElement>(elements: E[]): Materialized<E>[] {
    let made: Materialized<E>[] | null = null;
    for (let i = 0; i < elements.length; i++) {
      const given = elements[i]!;
      const el = (given.type === "payment_slip" ? given : this.#element(given)) as Materialized<E>;
      if (made) made.push(el);
      else if (el !== given) made = [...(elements.slice(0, i) as Materialized<E>[]), el];
    }
    return made ?? (elements as Materialized<E>[]);
  }

  #element(el: Element | BlockElement): MaterializedElement {
    switch (el.type) {
      case "table":
        return this.#table(el);
      case "chart":
        return this.#chart(el);
      case "container": {
        const { elements, ...rest } = el;
        return { ...rest, elements: elements.map((child) => this.#element(child)) };
      }
      default:
        return el;
    }
  }

  #table({ rows, ...rest }: TableElement): MaterializedElement {
    if (Array.isArray(rows)) return { ...rest, rows };
    const made = once(this.#tables, rows.projection, (name) => this.#tableOf(name));
    return made ? { ...rest, ...made } : this.#noted({ ...rest, rows: [] }, rows.projection);
  }

  #chart({ data, ...rest }: ChartElement): MaterializedElement {
    if (data.series) return { ...rest, data };
    const { projection: name } = data;
    const made = this.#fits(rest.kind, name) ? once(this.#charts, name, () => this.#chartOf(name)) : null;
    return made ? { ...rest, ...made } : this.#noted({ ...rest, data: { series: [] } }, name);
  }

  #tableOf(name: string): ReturnType<typeof projectTable> {
    const projection = projectionOf(this.sent, name);
    const dataset = projection && datasetOf(this.sent, projection.dataset);
    return projection?.type === "table" && dataset ? projectTable(name, projection, dataset, this.numbers) : null;
  }

  #chartOf(name: string): ReturnType<typeof projectChart> {
    const projection = projectionOf(this.sent, name);
    const dataset = projection && datasetOf(this.sent, projection.dataset);
    return projection?.type === "chart" && dataset ? projectChart(name, projection, dataset, this.world.limits.output_cells) : null;
  }

  #fits(kind: ChartKind, name: string): boolean {
    const projection = projectionOf(this.sent, name);
    return projection?.type === "chart" && misfitOf(kind, projection) === null;
  }

  #noted(el: MaterializedElement, name: string): MaterializedElement {
    this.unresolved.set(el, name);
    return el;
  }
}

function once<T>(known: Map<string, T>, name: string, make: (name: string) => T): T {
  if (!known.has(name)) known.set(name, make(name));
  return known.get(name)!;
}
