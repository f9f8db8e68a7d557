import { entryTexts, type Box } from "./box.js";
import type { PageMaster, PageSequence } from "./page.js";
import { joinReads, NO_READS, readsOfAll, readsOfLink, readsOfParagraph, type Reads } from "./reads.js";

/** Layout reads them at every depth, for every region. */
const KNOWN = new WeakMap<Box, Reads>();

export function readsOf(box: Box): Reads {
  if (box.kind === "text" && box.plain) return NO_READS;
  if (box.kind === "drawing" || box.kind === "table") return readsOfWhole(box);
  let known = KNOWN.get(box);
  if (!known) KNOWN.set(box, (known = readsOfWhole(box)));
  return known;
}

const readsOfWhole = (box: Box): Reads => joinReads(readsOfLink(box.link), readsInside(box));

/** Exhaustive: a new box kind does not compile without its reads. */
function readsInside(box: Box): Reads {
  switch (box.kind) {
    case "drawing":
      return NO_READS;
    case "text":
      return readsOfAll(box.paragraphs, readsOfParagraph);
    case "labelled":
      return joinReads(
        readsOf(box.symbol),
        readsOfAll(box.texts, (t) => readsOf(t.text)),
      );
    case "canvas":
      return readsOfAll(box.children, (c) => readsOf(c.box));
    case "container":
      return readsOfAll(box.children, (c) => readsOf(c.box));
    case "flow":
      return readsOfAll(box.children, (c) => readsOf(c.box));
    case "columns":
      return readsOf(box.body);
    case "stack":
      return readsOfAll(box.children, readsOf);
    case "grid":
      return readsOfAll(box.rows, (row) => readsOfAll(row.cells, readsOf));
    case "anchored":
      return readsOfAll([box.inner, ...[...box.before, ...box.after].map((p) => p.box)], readsOf);
    case "entry":
      return readsOfAll(entryTexts(box), readsOf);
    case "table":
      return box.reads;
  }
}

export const readsOfBody = ({ streams }: PageSequence): Reads =>
  readsOfAll(streams, (s) => joinReads(readsOf(s.box), s.kind === "filled" ? readsOfAll(s.floats, (f) => readsOf(f.box)) : NO_READS));

export const readsOfFurniture = ({ furniture }: PageMaster): Reads =>
  readsOfAll(furniture, ({ variants }) => readsOfAll(variants, (v) => readsOf(v.canvas)));
