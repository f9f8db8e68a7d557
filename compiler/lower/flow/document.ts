// Each segment, with its page master and content, is a page sequence.
import type { Bounds, Flow, Box } from "../../box/box.js";
import type { FootStream, PageSequence } from "../../box/page.js";
import { at, type Src } from "../../core/src.js";
import { pt } from "../../core/units.js";
import type { MaterializedFlow } from "../../request/materialized.js";
import type { Settings } from "../../request/types/document.js";
import type { NamedStyles } from "../../request/types/named-style.js";
import type { PaymentSlip } from "../../request/types/payment-slip.js";
import { lowerImport } from "../import.js";
import { SLIP_LOWERING } from "../lazy-modules.js";
import type { LowerContext, Scope } from "../scope.js";
import { flowChildren, plainFlow } from "./boxes.js";
import { lookStyles, markdownStyles, type BuiltInStyles } from "./built-in.js";
import { lowerContent } from "./content.js";
import { lowerMaster, type LoweredMaster } from "./master.js";
import { isPlainMaster } from "./plain-master.js";
import type { NodeContext } from "./context.js";
import { Footnotes } from "./footnotes.js";
import { lookup } from "../../../base/lookup.js";

/** mm */
const ABOVE_SLIP = 5;
const START = { auto: null, ltr: "left", rtl: "right" } as const;

/** Page masters are lowered once. */
export class FlowLowering {
  readonly #masters = new Map<string, LoweredMaster>();
  readonly #styled = new Map<string, Scope>();
  readonly #src: Src;
  readonly #styles: NamedStyles;
  readonly #builtIn: BuiltInStyles;
  readonly #notes: Footnotes | null;

  constructor(
    readonly flow: MaterializedFlow,
    readonly scope: Scope,
    readonly cx: LowerContext,
    settings: Pick<Settings, "look" | "defaults">,
  ) {
    this.#src = at(cx.place.root, "flow_document");
    this.#styles = flow.styles ?? {};
    const { look, defaults } = settings;
    this.#builtIn = look ? lookStyles(look, scope, { declared: defaults, direction: cx.direction }) : markdownStyles(scope);
    this.#notes = Footnotes.of(flow, cx);
  }

  /** @param index of the segment, from 0 */
  segment(index: number): PageSequence {
    const { flow, scope, cx } = this;
    const segment = flow.segments[index]!;
    const src = at(this.#src, "segments", index);
    const { mode, start, style = "decimal" } = segment.page_numbering ?? {};
    const numbering = { start: mode === "reset" ? start! : null, numerals: style };
    if (segment.import) return lowerImport(segment.import, { src, destination: segment.destination ?? null, ...numbering }, cx);
    const { page_master: name = "" } = segment;
    const { master, area } = this.#master(name);
    const declared = lookup(flow.page_masters, name)!;
    const id = cx.id();
    const body = area.first.odd;
    const context: NodeContext = {
      cx,
      scope,
      builtIn: this.#builtIn,
      styles: this.#styles,
      styled: this.#styled,
      scopes: [flow.style_scope, declared.style_scope, segment.style_scope].filter((s) => s !== undefined),
      groups: [],
      inline: "fill",
      whole: false,
      item: null,
      quoted: 0,
      areas: { page: { x: 0, y: 0, width: master.width, height: master.height }, body },
      notes: this.#notes,
    };
    const content = lowerContent(segment.content, at(src, "content"), context);
    const box = plainFlow(src, id, flowChildren(content.items, { gap: 0, align: "start", rtl: cx.rtl }));
    const slip = segment.content.at(-1);
    const foot = slip?.type === "payment_slip" ? this.#foot(slip, at(src, "content", segment.content.length - 1), context) : null;
    return {
      src,
      master,
      ...numbering,
      streams: [
        {
          kind: "filled",
          box: this.#named(box, segment.destination),
          area,
          bounds: null,
          contents: { rect: context.areas.page, name: "the page", part: "body" },
          floats: content.floats,
          start: START[cx.direction],
        },
        ...(foot ? [foot] : []),
      ],
    };
  }

  /** Places the slip at the page's lower edge, whose body ends at least 5 mm above it (MS-25). */
  #foot(slip: PaymentSlip, src: Src, { cx, scope, areas: { page } }: NodeContext): FootStream {
    const bounds: Bounds = { rect: page, name: "the page", part: "body" };
    const area = { content: page, page, bounds, tag: null };
    const site = { area, scope, owner: "place", cx, spoken: cx.spoken, inList: false } as const;
    const { x, y, box } = SLIP_LOWERING.get().lowerSlipElement(slip, src, site);
    return { kind: "foot", box, x, y, width: page.width, bounds, above: y - pt(ABOVE_SLIP) };
  }

  /** A segment's destination is the beginning of its body. */
  #named(box: Flow, destination: string | undefined): Box {
    if (destination === undefined) return box;
    const { src, z } = box;
    return {
      kind: "anchored",
      id: this.cx.id(),
      src,
      z,
      tag: "inherit",
      link: null,
      inner: box,
      destination: this.cx.place.named(destination),
      mark: null,
      heading: null,
      before: [],
      after: [],
    };
  }

  #master(name: string): LoweredMaster {
    let known = this.#masters.get(name);
    if (!known) {
      const { cx, scope } = this;
      const declared = lookup(this.flow.page_masters, name)!;
      const src = at(this.#src, "page_masters", name);
      // one object for all renders: that of the request is copied
      const self = cx.memo?.result(`master ${name}`, () => ({})) ?? declared;
      known = cx.memoized(self, cx.memo !== null && isPlainMaster(declared), src, () => lowerMaster(declared, src, scope, cx));
      this.#masters.set(name, known);
    }
    return known;
  }
}
