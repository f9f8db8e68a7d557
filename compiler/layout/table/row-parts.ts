// Long rows that continue in the next region (SW-43).
import type { Box, TextBox } from "../../box/box.js";
import { UNFRAMED } from "../../box/plain-text.js";
import type { Cell } from "../../box/table.js";
import { fits } from "../../core/geom.js";
import type { BreakToken, Fragment, LayoutContext, Space } from "../protocol/protocol.js";
import { Memory } from "../protocol/run.js";
import { isUnframed } from "../protocol/unframed.js";
import type { ColumnEdges } from "./column-edges.js";
import { innerWidth, type Group, type MeasuredRow } from "./rows.js";

/** Share of a region above which a row continues instead of leaving the rest of its region empty. */
const LONG = 1 / 4;
/** In a break token: the cell has ended. */
const ENDED = -1;

/** A row that no span joins, and no offset moves. */
export const isLong = ({ from, to, height, moved }: Group, { later }: Space): boolean => to === from + 1 && !moved && height > LONG * later;

interface Parting {
  readonly edges: ColumnEdges;
  /** points */
  readonly room: number;
  /** the row may begin in the next region instead */
  readonly mayWait: boolean;
  readonly cx: LayoutContext;
}

interface Parted {
  readonly group: Group;
  /** a token for each cell, the next one inside; null: the row has ended */
  readonly rest: BreakToken | null;
}

/** The part of a row from `begun` on. Null if it cannot begin: lines before and after a break are at least two. */
export function partOfRow(whole: Group, begun: BreakToken | null, parting: Parting): Parted | null {
  const measured = whole.rows[0]!;
  const { row, shifts } = measured;
  const contents: (Fragment | null)[] = [];
  const lines: number[] = [];
  let height = 0;
  let token = begun;
  for (const [k, cell] of row.cells.entries()) {
    const line = token ? token.at : 0;
    token = token?.inner ?? null;
    const made =
      line === ENDED || !cell.content
        ? NOTHING
        : partOfCell(cell, measured.contents[k]!, { line, shift: begun ? 0 : (shifts?.[k] ?? 0) }, parting);
    if (!made) return null;
    contents.push(made.fragment);
    lines.push(made.line);
    height = Math.max(height, made.height);
  }
  const last = lines.every((line) => line === ENDED);
  const rest = last ? null : lines.reduceRight<BreakToken | null>((inner, at) => ({ at, inner }), null);
  const part: MeasuredRow = { row, height, contents, shifts: begun ? null : shifts };
  return {
    group: {
      from: whole.from,
      to: whole.to,
      rows: [part],
      height,
      moved: false,
      shifted: whole.shifted,
      part: { first: begun === null, last },
    },
    rest,
  };
}

interface CellPart {
  readonly fragment: Fragment | null;
  /** the next one, or ENDED */
  readonly line: number;
  /** height with padding */
  readonly height: number;
}

const NOTHING: CellPart = { fragment: null, line: ENDED, height: 0 };

/** Null if the row has to wait. Pictures and symbols are in the first part. */
function partOfCell(
  cell: Cell<Box>,
  known: Fragment | null,
  { line, shift }: { readonly line: number; readonly shift: number },
  { edges, room, mayWait, cx }: Parting,
): CellPart | null {
  const { look } = cell;
  const content = cell.content!;
  const around = 2 * look.padY + shift;
  if (!isUnframed(content)) {
    const fragment = known!;
    const height = fragment.height + around;
    return mayWait && !fits(height, room) ? null : { fragment, line: ENDED, height };
  }
  const height = Math.max(0, room - around);
  const space: Space = { width: innerWidth(cell, edges), height, later: mayWait ? Infinity : height, measure: false, foot: null };
  const filled = cx.fill(continuing(content, cx), space, line === 0 ? null : { at: line, inner: null });
  if (filled.kind === "refuse") return null;
  const { fragment } = filled;
  return { fragment, line: filled.kind === "more" ? filled.rest.at : ENDED, height: fragment.height + around };
}

const FRAME = { ...UNFRAMED, overflow: "paginate" } as const;
const KEEP = { orphans: 2, widows: 2 };
const CONTINUING = new Memory<TextBox, TextBox>();

/** The text with lines as break places; one object, as its lines are remembered. */
function continuing(box: TextBox, cx: LayoutContext): TextBox {
  const memory = cx.run.of(CONTINUING);
  let made = memory.get(box);
  if (!made) {
    const { id, src, z, tag, link, paragraphs } = box;
    memory.set(box, (made = { kind: "text", id, src, z, tag, link, paragraphs, frame: FRAME, keep: KEEP }));
  }
  return made;
}
