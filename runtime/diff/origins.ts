// Places in a request that made what a page shows (DF-19).
import { greatest, least } from "../../base/many.js";
import { pointerOf, srcOf } from "../../compiler/core/src.js";
import { bounds, IDENTITY, multiply } from "../../ir/geometry.js";
import type { IrDocument, Matrix, Op, OutlineItem, Page, Rect, SourceId, StructNode } from "../../ir/ir.js";
import type { PathAt } from "../../compare/diff/collect.js";

const MM = 25.4 / 72;
/** Height of a band of the index, points. */
const BAND = 24;
/** Headings have their destination at their top: bookmarks come from there. */
const NEAR = 2;

type MarkKind = Parameters<PathAt["mark"]>[1];

interface Mark {
  readonly kind: MarkKind;
  readonly box: Rect;
  readonly source: SourceId;
  readonly text: string;
}

/** A mark that no display list knows. */
export const NO_ORIGINS: PathAt = { mark: () => null, tag: () => null, outline: () => null, field: () => null };

/**
 * Origins of a display list's marks, as JSON pointers.
 * @param placed from a path of the list to its place in what was sent
 */
export function originsOf(doc: IrDocument, placed: (path: string) => string = pointerTo): PathAt {
  const pages = new Map<number, ReadonlyMap<number, readonly Mark[]>>();
  const pathOf = (source: SourceId): string | null => {
    const path = doc.sources[source];
    return path === undefined || path === "" ? null : placed(elementOf(path));
  };
  let tags: readonly StructNode[] | null = null;
  let outline: readonly OutlineItem[] | null = null;
  let fields: ReadonlyMap<string, readonly SourceId[]> | null = null;
  return {
    field(name, widget) {
      const source = (fields ??= widgetsOf(doc)).get(name)?.[widget];
      return source === undefined ? null : pathOf(source);
    },
    mark(index, kind, [left, top, right, bottom], text) {
      const page = doc.pages[index];
      if (page === undefined) return null;
      let bands = pages.get(index);
      if (!bands) pages.set(index, (bands = bandsOf(page)));
      const area = { x: left / MM, y: top / MM, width: (right - left) / MM, height: (bottom - top) / MM };
      const found = nearest(bands, kind, area, text);
      return found && pathOf(found.source);
    },
    tag(index) {
      tags ??= preorder([doc.structure], (node) => node.kids.filter((kid) => typeof kid !== "number"));
      // the root of the tree is none of the list
      const node = tags[index - 1];
      return node ? pathOf(node.source) : null;
    },
    outline(index) {
      outline ??= preorder(doc.outline, (item) => item.children);
      const target = doc.destinations[outline[index]?.destination ?? -1];
      if (!target) return null;
      const page = doc.pages[target.page];
      if (!page) return null;
      let bands = pages.get(target.page);
      if (!bands) pages.set(target.page, (bands = bandsOf(page)));
      const below = { x: target.x, y: target.y, width: page.width - target.x, height: NEAR * BAND };
      const found = nearest(bands, "word", below, outline[index]!.title.split(/\s/u)[0] ?? "");
      return found && pathOf(found.source);
    },
  };
}

const pointerTo = (path: string): string => pointerOf(srcOf(path));

/** Sources of widgets, by the names of their fields. */
function widgetsOf({ form, pages }: IrDocument): ReadonlyMap<string, readonly SourceId[]> {
  const found = new Map<string, SourceId[]>();
  for (const { fields = [] } of pages)
    for (const { field, source } of fields) {
      const { name } = form!.fields[field]!;
      const known = found.get(name);
      if (known) known.push(source);
      else found.set(name, [source]);
    }
  return found;
}

/** Walks without recursion: a caller's list may be deep. */
function preorder<T>(roots: readonly T[], kids: (node: T) => readonly T[]): readonly T[] {
  const out: T[] = [];
  const stack = [...roots].reverse();
  for (let node; (node = stack.pop()) !== undefined;) {
    out.push(node);
    const below = kids(node);
    for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]!);
  }
  return out;
}

const FLOW = /^flow_document\.segments\[\d+\](?:\.content\[\d+\])*(?:\.element(?:\.elements\[\d+\])*)?/;
const CANVAS = /^(?:[\w-]+(?:\[\d+\])?\.)*?elements\[\d+\](?:\.elements\[\d+\])*/;

/** The innermost element: a path without the text, cell or span in it. */
const elementOf = (path: string): string => (FLOW.exec(path) ?? CANVAS.exec(path))?.[0] ?? path;

function bandsOf(page: Page): ReadonlyMap<number, readonly Mark[]> {
  const bands = new Map<number, Mark[]>();
  const add = (mark: Mark): void => {
    const last = Math.min(Math.floor((mark.box.y + mark.box.height) / BAND), Math.ceil(page.height / BAND));
    for (let band = Math.max(0, Math.floor(mark.box.y / BAND)); band <= last; band++) {
      const marks = bands.get(band);
      if (marks) marks.push(mark);
      else bands.set(band, [mark]);
    }
  };
  walk(page.ops, IDENTITY, add);
  for (const link of page.links) for (const box of link.rects) add({ kind: "link", box, source: link.source, text: "" });
  return bands;
}

function walk(ops: readonly Op[], matrix: Matrix, add: (mark: Mark) => void): void {
  for (const op of ops)
    switch (op.op) {
      case "group":
        walk(op.children, op.transform ? multiply(matrix, op.transform) : matrix, add);
        break;
      case "mark":
        walk(op.children, matrix, add);
        break;
      case "glyphs": {
        const width = (op.run.advances.reduce((sum, a) => sum + a, 0) * op.size) / 1000;
        const own = { x: op.x, y: op.y - 0.8 * op.size, width, height: op.size };
        add({ kind: "word", box: bounds(matrix, own), source: op.source, text: op.actualText ?? op.text });
        break;
      }
      case "path": {
        const xs = op.path.coords.filter((_, i) => i % 2 === 0);
        const ys = op.path.coords.filter((_, i) => i % 2 === 1);
        if (xs.length === 0) break;
        const grown = (op.stroke?.width ?? 0) / 2;
        const [x, y] = [least(xs) - grown, least(ys) - grown];
        const own = { x, y, width: greatest(xs) + grown - x, height: greatest(ys) + grown - y };
        add({ kind: "drawing", box: bounds(matrix, own), source: op.source, text: "" });
        break;
      }
      case "image":
      case "pdf-page":
        add({ kind: "picture", box: bounds(matrix, op.box), source: op.source, text: "" });
    }
}

/** The mark whose edges are nearest, of those that meet the area; one with the text comes first. */
function nearest(bands: ReadonlyMap<number, readonly Mark[]>, kind: MarkKind, area: Rect, text: string): Mark | null {
  let best: Mark | null = null;
  let least = Infinity;
  const last = Math.floor((area.y + area.height) / BAND);
  for (let band = Math.floor(area.y / BAND); band <= last; band++)
    for (const mark of bands.get(band) ?? []) {
      if (!meets(mark.box, area)) continue;
      const isKind = mark.kind === kind;
      const cost = distance(mark.box, area) + (isKind ? 0 : FAR) + (text === "" || mark.text.includes(text) ? 0 : FAR / 2);
      if (cost < least) [best, least] = [mark, cost];
    }
  return best;
}

/** Beyond the distances of a page. */
const FAR = 1e6;

const meets = (a: Rect, b: Rect): boolean =>
  a.x <= b.x + b.width + 1 && b.x <= a.x + a.width + 1 && a.y <= b.y + b.height + 1 && b.y <= a.y + a.height + 1;

/** Sum over the edges; a box that holds the other is as far as its size tells. */
const distance = (a: Rect, b: Rect): number =>
  Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.x + a.width - b.x - b.width) + Math.abs(a.y + a.height - b.y - b.height);
