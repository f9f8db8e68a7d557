import type { Rect } from "../../../../ir/ir.js";
import type { FontSource } from "../../../core/world.js";
import type { TextEngine } from "../../../text/shape/engine.js";
import { HOLDERS } from "../style/structure.js";
import type { SvgBudget } from "../tree/budget.js";
import type { Style } from "../style/style.js";
import { remove, walk, type SvgElement } from "../tree/tree.js";
import { checkCovered } from "./characters.js";
import { emit } from "./emit.js";
import { leavesOf } from "./leaves.js";
import { GlyphOutlines } from "./outlines.js";
import { TextPaints } from "./paints.js";
import type { PlacedRun } from "./runs.js";
import { cellsOf, setText } from "./set.js";
import { FamilyStacks, namedFamilies } from "./stacks.js";

export interface TextFonts {
  readonly source: Pick<FontSource, "absent" | "prepare">;
  /** after the caller's families are loaded */
  readonly engine: () => TextEngine;
}

interface TextsDrawn {
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly live: ReadonlyMap<string, readonly PlacedRun[]>;
}

const NONE: TextsDrawn = { boxes: new Map(), live: new Map() };

interface Texts {
  readonly root: SvgElement;
  /** drawn texts, also by reference */
  readonly texts: readonly SvgElement[];
  readonly styles: ReadonlyMap<SvgElement, Style>;
  readonly used: ReadonlySet<string>;
  readonly fresh: () => string;
  readonly budget: SvgBudget;
}

/** Draws texts by outlines. @throws PictureFault for a character in no font, and for unsupported properties */
export async function drawTexts({ root, texts, styles, used, fresh, budget }: Texts, { source, engine }: TextFonts): Promise<TextsDrawn> {
  const drawn = new Set(texts);
  remove(new Set([...walk(root)].filter((el) => el.name === "text" && !drawn.has(el))));
  if (texts.length === 0) return NONE;
  await source.prepare?.(namedFamilies(texts.flatMap((t) => [...walk(t)].map((el) => styles.get(el)?.inherited.get("font-family") ?? ""))));
  const { fonts } = engine();
  const stacks = new FamilyStacks(fonts, budget);
  const ids = new Map<string, SvgElement>();
  for (const el of walk(root)) if (el.attributes.has("id")) ids.set(el.attributes.get("id")!, el);
  const paints = new TextPaints(root, styles, fresh);
  const boxes = new Map<string, Rect>();
  const live = new Map<string, readonly PlacedRun[]>();
  const emitting = { styles, outlines: new GlyphOutlines(), fresh, live };
  for (const text of texts) {
    if (!used.has(text.attributes.get("id") ?? "")) text.attributes.set("id", fresh());
    const leaves = leavesOf(text, styles, stacks);
    checkCovered(text, leaves, source.absent);
    const set = setText(text, leaves, { styles, fonts, named: (id) => ids.get(id) });
    const cut = isCut(text);
    if (paints.needed(text) || cut) {
      const box = cellsOf(set.clusters);
      if (box) {
        boxes.set(text.attributes.get("id")!, box);
        paints.apply(text, box);
      }
    }
    emit(set, emitting, !cut && !isHeld(text));
  }
  return { boxes, live };
}

const BY_BOX = ["clip-path", "mask", "filter"];

/** Clips, masks and filters mostly depend on bounding boxes. True with ancestors. */
function isCut(el: SvgElement): boolean {
  for (let at: SvgElement | null = el; at; at = at.parent) if (BY_BOX.some((k) => (at.attributes.get(k) ?? "none") !== "none")) return true;
  return false;
}

function isHeld(el: SvgElement): boolean {
  for (let at: SvgElement | null = el; at; at = at.parent) if (HOLDERS.includes(at.name)) return true;
  return false;
}
