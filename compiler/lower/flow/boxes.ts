import {
  NO_KEEP,
  NO_SPACING,
  type Anchored,
  type Flow,
  type FlowChild,
  type Keep,
  type OutOfFlowBox,
  type Box,
  type Spacing,
} from "../../box/box.js";
import type { Float } from "../../box/page.js";
import type { Src } from "../../core/src.js";

export interface ContentItem {
  readonly box: Box;
  /** points; left edge of shapes given by coordinates */
  readonly x: number;
  readonly spacing: Spacing;
  readonly keep: Keep;
}

export interface Content {
  readonly items: readonly ContentItem[];
  readonly parts: readonly OutOfFlowBox[];
  /** in source order; only in a segment's own content (L29) */
  readonly floats: readonly Float[];
}

type Anchors = Pick<Anchored, "destination" | "mark" | "heading" | "before" | "after">;

export function anchored(id: number, inner: Box, { destination, mark, heading, before, after }: Anchors): Box {
  return { kind: "anchored", id, src: inner.src, z: inner.z, tag: "inherit", link: null, inner, destination, mark, heading, before, after };
}

export function wrapped(id: number, inner: Box, { splits, tag, rtl }: Pick<Flow, "splits" | "tag"> & { readonly rtl: boolean }): Box {
  const children = flowChildren([{ box: inner, x: 0, spacing: NO_SPACING, keep: NO_KEEP }], { gap: 0, align: "start", rtl });
  const { src, z } = inner;
  return { kind: "flow", id, src, z, tag, link: null, splits, padTop: 0, padBottom: 0, children };
}

/** Returns a flow without a tag, spacing and padding; without children it takes no room. */
export const plainFlow = (src: Src, id: number, children: Flow["children"] = []): Flow => ({
  kind: "flow",
  id,
  src,
  z: 0,
  tag: "inherit",
  link: null,
  splits: true,
  padTop: 0,
  padBottom: 0,
  children,
});

interface FlowHow {
  /** points */
  readonly gap: number;
  readonly align: "start" | "center" | "end";
  /** the start is at the right */
  readonly rtl: boolean;
}

/** Children from the start side: the mirror image in a document from right to left (SW-6). */
export const flowChildren = (items: readonly ContentItem[], { gap, align, rtl }: FlowHow): readonly FlowChild[] =>
  items.map(({ box, x, spacing, keep }): FlowChild => {
    const child = { box, x, room: null, align, bounds: "room" as const, gapAfter: gap, spacing, keep };
    return rtl ? mirrored(child) : child;
  });

function mirrored(child: FlowChild): FlowChild {
  const { x, right = 0, align } = child;
  return { ...child, x: right, ...(x > 0 && { right: x }), align: align === "start" ? "end" : align === "end" ? "start" : align };
}
