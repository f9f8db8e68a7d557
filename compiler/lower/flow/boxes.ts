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

export type Anchors = Pick<Anchored, "destination" | "mark" | "heading" | "before" | "after">;

export function anchored(id: number, inner: Box, { destination, mark, heading, before, after }: Anchors): Box {
  return { kind: "anchored", id, src: inner.src, z: inner.z, tag: "inherit", link: null, inner, destination, mark, heading, before, after };
}

export function wrapped(id: number, inner: Box, { splits, tag }: Pick<Flow, "splits" | "tag">): Box {
  const children = flowChildren([{ box: inner, x: 0, spacing: NO_SPACING, keep: NO_KEEP }], { gap: 0, align: "start" });
  const { src, z } = inner;
  return { kind: "flow", id, src, z, tag, link: null, splits, padTop: 0, padBottom: 0, children };
}

/** Takes no room. */
export const emptyFlow = (src: Src, id: number): Box => ({
  kind: "flow",
  id,
  src,
  z: 0,
  tag: "inherit",
  link: null,
  splits: true,
  padTop: 0,
  padBottom: 0,
  children: [],
});

/** `gap`: points */
export const flowChildren = (
  items: readonly ContentItem[],
  { gap, align }: { readonly gap: number; readonly align: FlowChild["align"] },
): readonly FlowChild[] =>
  items.map(({ box, x, spacing, keep }): FlowChild => ({ box, x, room: null, align, bounds: "room", gapAfter: gap, spacing, keep }));
