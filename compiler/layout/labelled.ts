import { bounds, rotation } from "../../ir/geometry.js";
import type { Matrix, Rect } from "../../ir/ir.js";
import type { BoxOf, SymbolText, TextSlot } from "../box/box.js";
import { fail } from "../core/fail.js";
import { EPSILON, fits } from "../core/geom.js";
import type { Src } from "../core/src.js";
import { showMm } from "../core/units.js";
import { done, mayMove, REFUSE, type Fragment, type LayoutContext, type Layouter, type Placed } from "./protocol/protocol.js";

type LabelledBox = BoxOf<"labelled">;
type TextBox = BoxOf<"text">;

/**
 * The first child is the symbol, the others are its text, unturned: see `turnOfLabels`. @throws RenderError API-002 if digits of a
 * declared size do not fit between the guard bars
 */
export const fillLabelled: Layouter<"labelled"> = (box, space, _rest, cx) => {
  const fragment = arranged(box, cx);
  if (fits(fragment.height, space.height)) return done(fragment);
  return mayMove(space) ? REFUSE : done({ ...fragment, overflow: { src: box.src, height: fragment.height, room: space.height } });
};

function arranged(box: LabelledBox, cx: LayoutContext): Fragment {
  const { symbol, turn, grows } = box;
  const [over, under] = [textsOn("above", box, cx), textsOn("below", box, cx)];
  const depth = (texts: readonly Placed[], least: number): number => texts.reduce((y, t) => Math.max(y, t.y + t.fragment.height), least);
  const above = over.length === 0 ? 0 : depth(over, 0) + box.offset;
  const below = depth(under, box.guardDepth);
  const texts = [...over, ...under];
  const before = box.solid ? texts.reduce((x, t) => Math.max(x, -t.x), 0) : 0;
  const behind = box.solid ? texts.reduce((x, t) => Math.max(x, t.x + t.fragment.width - symbol.width), 0) : 0;
  // a turned symbol is where it would be without its text
  const down = turn !== 0 || grows === "around" ? 0 : grows === "up" ? -below : above;
  const from =
    (start: number) =>
    (t: Placed): Placed => ({ x: before + t.x, y: start + t.y, fragment: t.fragment });
  const placed: Placed[] = [
    { x: before, y: down, fragment: cx.measure(symbol, symbol.width) },
    ...over.map(from(down - above)),
    ...under.map(from(down + symbol.height)),
  ];
  const outside = turn !== 0 || grows === "down" ? above + below : grows === "up" ? 0 : below;
  const height = symbol.height + outside;
  const made: Fragment = {
    box,
    width: before + symbol.width + behind,
    height,
    first: true,
    last: true,
    children: placed,
    inkHeight: height,
    text: null,
    table: null,
    overflow: null,
  };
  if (turn === 0) return made;
  const inkHeight = labelRects(made, 0, 0).reduce((y, r) => Math.max(y, r.y + r.height), symbol.height);
  return { ...made, inkHeight };
}

/** Texts of a side, from its edge of the symbol; above, from the upper edge of the highest. */
function textsOn(side: "above" | "below", box: LabelledBox, cx: LayoutContext): readonly Placed[] {
  const texts = box.texts.filter((text) => text.side === side);
  if (texts.some(({ slot }) => slot)) return inSlots(texts, box.offset, cx);
  const y = side === "below" ? box.offset : 0;
  return texts.map(({ text }) => ({ x: 0, y, fragment: cx.measure(text, box.symbol.width) }));
}

/** Places texts on one baseline; the highest begins at the end of the offset. */
function inSlots(texts: readonly SymbolText[], offset: number, cx: LayoutContext): readonly Placed[] {
  const made = fitted(texts, cx).map(({ slot, fragment }) => ({ slot: slot!, fragment }));
  const baseline = offset + made.reduce((most, { fragment }) => Math.max(most, digitHeight(fragment)), 0);
  return made.map(({ slot, fragment }) => {
    const { from, to, align } = slot;
    const spare = to - from - fragment.width;
    return {
      x: from + (align === "center" ? spare / 2 : align === "right" ? spare : 0),
      y: baseline - (fragment.text?.columns[0]?.lines[0]?.line.baseline ?? 0),
      fragment,
    };
  });
}

/** Points, of capitals (OpenType: OS/2, sCapHeight). */
function digitHeight(fragment: Fragment): number {
  const line = fragment.text?.columns[0]?.lines[0]?.line;
  const item = line?.segments[0]?.item;
  return line && item ? item.context.face.metric("cpht", 714) * item.size + item.rise : 0;
}

interface Digits {
  readonly slot: TextSlot | null;
  readonly fragment: Fragment;
}

/** Fits texts; if their size is not declared, all shrink alike. */
function fitted(texts: readonly SymbolText[], cx: LayoutContext): readonly Digits[] {
  const natural = texts.map(({ text, slot }): Digits => ({ slot, fragment: cx.measure(text, Infinity) }));
  const most = natural.reduce((n, { slot, fragment }) => (slot?.bounded ? Math.max(n, fragment.width / room(slot)) : n), 0);
  if (most <= 1 + EPSILON) return natural;
  natural.forEach(({ slot, fragment }) => checkSize(slot, fragment, slot?.sized ?? null));
  return texts.map(({ text, slot }, i) => {
    const fragment = cx.measure(shrinking(text), natural[i]!.fragment.width / most + EPSILON);
    checkSize(slot, fragment, text.src);
    return { slot, fragment };
  });
}

const room = ({ from, to }: TextSlot): number => to - from;

/** Shrinks until no line exceeds its room. */
const shrinking = (text: TextBox): TextBox => ({ ...text, frame: { ...text.frame, shrinkTo: LEAST } });
/** Font size, points. */
const LEAST = 0.1;

/** `src`: at fault; null if the digits may shrink */
function checkSize(slot: TextSlot | null, { width, text }: Fragment, src: Src | null): void {
  if (!slot?.bounded || src === null || width <= room(slot) + 2 * EPSILON) return;
  const digits = text!.paragraph.texts().join("");
  fail(
    "API-002",
    "barcode-text-room",
    src,
    `sets ${digits} ${showMm(width)} wide, between the guard bars there are ${showMm(room(slot))} for it`,
  );
}

/** Turns labels about the symbol's centre. `x`, `y`: the fragment's corner, points */
export function turnOfLabels({ box, children }: Fragment, x: number, y: number): Matrix {
  const symbol = children[0]!;
  const turn = box.kind === "labelled" ? box.turn : 0;
  return rotation(turn, x + symbol.x + symbol.fragment.width / 2, y + symbol.y + symbol.fragment.height / 2);
}

/** Returns the areas outside the symbol's box. `x`, `y`: the fragment's corner, points */
export function labelRects(fragment: Fragment, x: number, y: number): readonly Rect[] {
  const { box } = fragment;
  if (box.kind !== "labelled") return [];
  const [symbol, ...texts] = fragment.children;
  if (!symbol) return [];
  const { width, height } = symbol.fragment;
  const out = texts.map((t) => ({ x: x + t.x, y: y + t.y, width: t.fragment.width, height: t.fragment.height }));
  if (box.guardDepth > 0) out.push({ x: x + symbol.x, y: y + symbol.y + height, width, height: box.guardDepth });
  const turn = turnOfLabels(fragment, x, y);
  return out.map((r) => bounds(turn, r));
}
