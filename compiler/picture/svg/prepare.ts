// SVG 1.1 without style, and the features that the normaliser loses.
import type { Rect } from "../../../ir/ir.js";
import type { SvgBudget } from "./tree/budget.js";
import { checkRange } from "../numbers.js";
import { refuse } from "./tree/fault.js";
import { groupFilterImages } from "./filter-images.js";
import { Markers } from "./marker.js";
import { pointsOf } from "./outline.js";
import { dropOutside, hasOutsideSheet } from "./tree/outside.js";
import { chargeReferences } from "./tree/references.js";
import {
  breakCycles,
  centreTransform,
  checkDrawn,
  chooseSwitches,
  isDrawn,
  isShape,
  resolveTrefs,
  usedIds,
  wrapNested,
} from "./style/structure.js";
import { freezeAnimations } from "./style/animation.js";
import { cascade } from "./style/cascade.js";
import { colorOf, type Rgba } from "./style/color.js";
import { computeStyles } from "./style/style.js";
import type { PlacedRun } from "./text/runs.js";
import { drawTexts, type TextFonts } from "./text/texts.js";
import { chargeTexts } from "./text/work.js";
import type { Token } from "./tree/tokens.js";
import { readTree, walk, writeTree, type SvgElement } from "./tree/tree.js";
import { instantiate } from "./tree/use.js";

export interface Prepared {
  readonly text: string;
  /** of gradients whose focal circle has a radius */
  readonly focalRadii: ReadonlyMap<string, string>;
  readonly textBoxes: ReadonlyMap<string, Rect>;
  /** ids of shapes whose strokes are not scaled */
  readonly fixedStrokes: ReadonlySet<string>;
  /** by id of the outlines' path */
  readonly liveTexts: ReadonlyMap<string, readonly PlacedRun[]>;
  readonly background: Rgba | null;
  /** line of an animation that ends in no state that can be drawn */
  readonly moves: number | null;
}

/** @throws PictureFault without an SVG 1.1 equivalent */
export async function prepareSvg(tokens: readonly Token[], fonts: TextFonts, budget: SvgBudget): Promise<Prepared> {
  const root = readTree(tokens, budget);
  const fresh = freshIds(root);
  await cascade(root, budget, hasOutsideSheet(tokens));
  freezeAnimations(root);
  breakCycles(root);
  resolveTrefs(root, budget);
  chooseSwitches(root);
  groupFilterImages(root, fresh, budget);
  const instances = instantiate(root, budget);
  const styles = computeStyles(root, instances, budget);
  if (!root.attributes.has("font-size")) root.attributes.set("font-size", "16");
  const used = usedIds(root);
  const drawn = [...walk(root)].filter((el) => isDrawn(el, used));
  const fixedStrokes = new Set<string>();
  for (const el of drawn) {
    const style = styles.get(el)!;
    checkDrawn(el, style, root);
    centreTransform(el, style);
    if (isShape(el)) budget.spend("outline", pointsOf(el));
    // larger ones become more curves
    if (el.name === "circle" || el.name === "ellipse") checkRange(RADII.map((r) => Number.parseFloat(el.attributes.get(r) ?? "0") || 0));
    if (isShape(el) && style.own.get("vector-effect") === "non-scaling-stroke") fixedStrokes.add(identified(el, fresh));
  }
  const moves = movesIn(root, drawn);
  dropOutside(root);
  wrapNested(root);
  new Markers(root, styles, fresh, budget).apply();
  chargeReferences(root, budget);
  const texts = drawn.filter((el) => el.name === "text");
  chargeTexts(texts, budget);
  const { boxes, live } = await drawTexts({ root, texts, styles, used, fresh, budget }, fonts);
  const background = colorOf(styles.get(root)!.own.get("background-color") ?? "transparent");
  return { text: writeTree(root), focalRadii: focalRadii(root), textBoxes: boxes, fixedStrokes, liveTexts: live, background, moves };
}

/** Gradients may be where nothing is drawn. */
function movesIn(root: SvgElement, drawn: readonly SvgElement[]): number | null {
  const inGradient = (el: SvgElement): boolean => /^(?:linear|radial)Gradient$/.test((el.name === "stop" ? el.parent : el)?.name ?? "");
  for (const el of drawn) if (el.moves !== null) return el.moves;
  for (const el of walk(root)) if (el.moves !== null && inGradient(el)) return el.moves;
  return null;
}

function freshIds(root: SvgElement): () => string {
  const ids = [...walk(root)].flatMap((el) => el.attributes.get("id") ?? []);
  let prefix = "n";
  while (ids.some((id) => id.startsWith(prefix))) prefix += "n";
  let n = 0;
  return () => `${prefix}${++n}`;
}

function identified(el: SvgElement, fresh: () => string): string {
  const id = el.attributes.get("id") ?? fresh();
  el.attributes.set("id", id);
  return id;
}

const RADII = ["r", "rx", "ry"];
function focalRadii(root: SvgElement): ReadonlyMap<string, string> {
  const radii = new Map<string, string>();
  for (const el of walk(root)) {
    const fr = el.attributes.get("fr")?.trim();
    if (el.name !== "radialGradient" || fr === undefined || /^0+(?:\.0*)?%?$/.test(fr)) continue;
    const id = el.attributes.get("id");
    const own = id?.startsWith("n") === true && el.attributes.get("gradientUnits") === "userSpaceOnUse";
    if (id === undefined || (el.attributes.has("href") && !own)) return refuse("fr of a gradient that refers to another", el.line);
    radii.set(id, fr.endsWith("%") ? String(Number.parseFloat(fr) / 100) : fr);
  }
  return radii;
}
