import { onOneLine } from "../../ir/geometry.js";
import type { FormField, GlyphsOp, IrDocument, MarkId, Op, StructNode, Widget } from "../../ir/ir.js";

interface Place {
  readonly page: number;
  readonly op: GlyphsOp;
}

/** First and last glyph run of a text. */
interface Ends {
  readonly first: Place;
  readonly last: Place;
}

interface Piece {
  readonly text: string;
  /** null without glyphs */
  readonly ends: Ends | null;
  readonly inline: boolean;
}

/** Elements that continue the line of the text before them. */
const INLINE: ReadonlySet<string> = new Set(["Span", "Link", "Reference"] satisfies StructNode["role"][]);

/**
 * Reading order of the structure tree, one line per line of a paragraph. Artifacts (headers, footers, layers) only if `artifacts` is set;
 * then they precede the rest, page by page.
 */
export function renderText(doc: IrDocument, options: { readonly artifacts?: boolean } = {}): string {
  const { texts, ends, artifacts } = markedTexts(doc);
  for (const { mark, text } of fieldTexts(doc)) texts.set(mark, text);
  const blocks: string[] = options.artifacts ? [...artifacts] : [];
  const pieceOf = (kid: StructNode | MarkId): Piece =>
    typeof kid === "number"
      ? { text: texts.get(kid) ?? "", ends: ends.get(kid) ?? null, inline: true }
      : { ...joined(shown(kid).map(pieceOf), kid.role === "LI" || kid.role === "TR" ? "\t" : "\n"), inline: INLINE.has(kid.role) };
  // shapes of a drawing have no lines
  const shown = ({ role, kids }: StructNode): StructNode["kids"] =>
    role === "Figure" ? kids.filter((kid) => typeof kid !== "number" || ends.has(kid)) : kids;
  for (const kid of doc.structure.kids) {
    const { text } = pieceOf(kid);
    if (text.trim() !== "") blocks.push(text);
  }
  return blocks.map((b) => b.replace(/[ \t]+\n/g, "\n").trimEnd() + "\n").join("");
}

/** Inline pieces of one line are not separated. */
function joined(pieces: readonly Piece[], separator: string): Pick<Piece, "text" | "ends"> {
  let text = "";
  pieces.forEach((piece, i) => {
    const before = pieces[i - 1];
    text += before === undefined || continues(before, piece) ? piece.text : separator + piece.text;
  });
  const seen = pieces.flatMap(({ ends }) => ends ?? []);
  const [first] = seen;
  return { text, ends: first ? { first: first.first, last: seen.at(-1)!.last } : null };
}

const continues = (a: Piece, b: Piece): boolean =>
  a.inline &&
  b.inline &&
  a.ends !== null &&
  b.ends !== null &&
  a.ends.last.page === b.ends.first.page &&
  onOneLine(a.ends.last.op, b.ends.first.op);

export function markedTexts(doc: Pick<IrDocument, "pages">): {
  readonly texts: Map<MarkId, string>;
  readonly ends: ReadonlyMap<MarkId, Ends>;
  readonly artifacts: readonly string[];
} {
  const texts = new Map<MarkId, string>();
  const ends = new Map<MarkId, Ends>();
  const artifacts: string[] = [];
  const go = (ops: readonly Op[], page: number): void => {
    for (const op of ops) {
      if (op.op === "group") go(op.children, page);
      if (op.op !== "mark") continue;
      const runs = runsOf(op.children);
      const text = linesOf(runs);
      if (typeof op.mark !== "number") {
        if (text !== "") artifacts.push(text);
        continue;
      }
      texts.set(op.mark, texts.has(op.mark) ? `${texts.get(op.mark)!}\n${text}` : text);
      if (runs.length === 0) continue;
      const last = { page, op: runs.at(-1)! };
      ends.set(op.mark, { first: ends.get(op.mark)?.first ?? { page, op: runs[0]! }, last });
    }
  };
  doc.pages.forEach((page, i) => go(page.ops, i));
  return { texts, ends, artifacts };
}

/** Values of fields (FM-32). */
function fieldTexts({ pages, form }: IrDocument): readonly { readonly mark: MarkId; readonly text: string }[] {
  return pages.flatMap(({ fields = [] }) =>
    fields.map((widget) => ({ mark: widget.mark, text: valueText(widget, form!.fields[widget.field]!) })),
  );
}

function valueText({ option }: Widget, { kind, value, options, flags }: FormField): string {
  if (kind === "checkbox") return value === true ? ON : OFF;
  if (kind === "radio") return value === option ? ON : OFF;
  if (value === null || typeof value === "boolean" || flags.includes("password")) return "";
  const labelOf = (chosen: string): string => options.find((o) => o.value === chosen)?.label ?? chosen;
  return (typeof value === "string" ? [value] : value).map(labelOf).join("\n");
}
const ON = "☒";
const OFF = "☐";

function runsOf(ops: readonly Op[]): readonly GlyphsOp[] {
  const runs: GlyphsOp[] = [];
  const go = (list: readonly Op[]): void => {
    for (const op of list) {
      if (op.op === "group" || op.op === "mark") go(op.children);
      else if (op.op === "glyphs") runs.push(op);
    }
  };
  go(ops);
  return runs;
}

function linesOf(runs: readonly GlyphsOp[]): string {
  const lines: string[] = [];
  let last: GlyphsOp | null = null;
  for (const op of runs) {
    const text = op.actualText ?? op.text;
    if (last && onOneLine(last, op)) lines[lines.length - 1] += text;
    else lines.push(text);
    last = op;
  }
  return lines.join("\n");
}
