import { at } from "../core/src.js";
import { showMm } from "../core/units.js";
import type { Fragment, TextPart } from "../layout/protocol/protocol.js";
import type { Warnings } from "./warnings.js";

/** points: the descent of a last line is not visible, nor the height above the letters of a first one */
const SEEN = 2;

const WAYS = { whole: ["set shrink_to_fit", "choose another overflow"], shrunk: ["set a smaller min_font_size"] };

/** Texts that leave their frames, numbers that leave their columns, and those that are broken beside their symbol. */
export function warnOfFrames(w: Warnings, fragment: Fragment): void {
  const { text, table, children } = fragment;
  if (text !== null && !text.clip) {
    warnOfHeight(w, fragment);
    warnOfWidth(w, fragment, text, "frame");
  }
  if (fragment.box.kind === "labelled") warnOfSymbolText(w, fragment);
  if (table) warnOfTable(w, fragment, table);
  else for (const placed of children) warnOfFrames(w, placed.fragment);
}

function warnOfHeight(w: Warnings, fragment: Fragment): void {
  const { box, height, inkHeight } = fragment;
  if (box.kind !== "text" || !(inkHeight > height + SEEN || above(fragment) > SEEN)) return;
  const needed = showMm(inkHeight + above(fragment));
  const ways = ["make the frame higher", "shorten the text", ...WAYS[box.frame.shrinkTo === null ? "whole" : "shrunk"]];
  w.add("text-leaves-frame", box.src, {
    text: `its text is ${needed} high, its frame ${showMm(height)}: ${ways.slice(0, -1).join(", ")} or ${ways.at(-1)!}`,
    found: needed,
    allowed: [`at most ${showMm(height)}`],
  });
}

/** Points of text above the frame, by `vertical_align`. */
const above = ({ box, text }: Fragment): number =>
  box.kind === "text" && text?.columns[0] ? Math.max(0, box.frame.padding.top - text.columns[0].top) : 0;

/** Lines that cannot be divided, by `no_wrap` or because they are one character. */
function warnOfWidth(w: Warnings, { box }: Fragment, { columns }: TextPart, place: "frame" | "cell"): void {
  for (const { lines, width } of columns)
    for (const { line, indent, indentEnd } of lines) {
      const needed = line.width + indent + indentEnd;
      if (needed <= width + SEEN) continue;
      w.add("text-wider-than-frame", box.src, {
        text: `its text is ${showMm(needed)} wide, its ${place} ${showMm(width)}: make the ${place} wider, shorten the text, set a smaller font or let it wrap`,
        found: showMm(needed),
        allowed: [`at most ${showMm(width)}`],
      });
    }
}

/** More lines than words: a number is broken. Digits of retail symbols are fitted instead. */
function warnOfSymbolText(w: Warnings, { box, children }: Fragment): void {
  const { columns } = children[1]?.fragment.text ?? {};
  if (box.kind !== "labelled" || !columns || box.texts.some(({ slot }) => slot)) return;
  const words = box.texts.flatMap(({ text }) => text.paragraphs.flatMap(({ runs }) => runs.map((run) => String(run.text))));
  const lines = columns.reduce((n, column) => n + column.lines.length, 0);
  if (lines <= words.join("").trim().split(/\s+/).length) return;
  w.add("symbol-text-broken", box.texts[0]!.text.src, {
    text: `its text is broken into ${lines} lines, since the symbol is ${showMm(box.symbol.width)} wide: set a smaller style.font_size, make the symbol wider, or set style.wrap_policy to no_wrap`,
    found: `${lines} lines`,
  });
}

function warnOfTable(w: Warnings, { box }: Fragment, { tight, rows }: NonNullable<Fragment["table"]>): void {
  for (const { column, block, room } of tight)
    w.add("numbers-leave-column", at(box.src, "columns", column), {
      text: `its numbers, aligned by their decimal marks, are ${showMm(block)} wide, its cells have ${showMm(room)} for them: make it wider, or set a smaller font`,
      found: showMm(block),
      allowed: [`at most ${showMm(room)}`],
    });
  // in a tight column the cells are known
  if (tight.length > 0) return;
  for (const { contents } of rows)
    for (const placed of contents) {
      const text = placed?.fragment.text;
      if (text && !text.clip) warnOfWidth(w, placed.fragment, text, "cell");
    }
}
