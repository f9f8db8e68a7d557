// Tokens of an SVG file to an SVG 1.1 file without style, and what the normaliser does not carry.
import type { FaceInfo, FontSource } from "../../core/world.js";
import type { Rect } from "../../../ir/ir.js";
import type { SvgBudget } from "./budget.js";
import { checkRange } from "../numbers.js";
import { refuse } from "./fault.js";
import { Families } from "./families.js";
import { Markers } from "./marker.js";
import { pointsOf } from "./outline.js";
import { dropOutside, hasOutsideSheet } from "./outside.js";
import { chargeReferences } from "./references.js";
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
} from "./structure.js";
import { cascade } from "./style/cascade.js";
import { colorOf, type Rgba } from "./style/color.js";
import { computeStyles, type Style } from "./style/style.js";
import { measurableText, textMeasurer, TextPaints, type MeasureTexts } from "./text-box.js";
import { extractClipTexts } from "./text-clip.js";
import { decorate } from "./text-decoration.js";
import { splitIntoRuns } from "./text-runs.js";
import { Texts } from "./text.js";
import type { Token } from "./tokens.js";
import { chargeTexts } from "./text-work.js";
import { readTree, remove, walk, writeTree, type SvgElement } from "./tree.js";
import { instantiate } from "./use.js";

/** An SVG file as the normaliser draws it, and what of it the normaliser does not carry. */
export interface Prepared {
  readonly text: string;
  /** for its texts */
  readonly fonts: readonly FaceInfo[];
  /** radial gradients whose focal circle has a radius, by id */
  readonly focalRadii: ReadonlyMap<string, string>;
  /** texts' boxes in their own space, by the ids of their groups */
  readonly textBoxes: ReadonlyMap<string, Rect>;
  /** shapes with non-scaling strokes, by id */
  readonly fixedStrokes: ReadonlySet<string>;
  /** ids of shapes in clip paths in the place of texts, and of the groups that the texts are in */
  readonly clipTexts: ReadonlyMap<string, string>;
  /** behind everything */
  readonly background: Rgba | null;
}

/** Brings an SVG file to plain paths, with the given faces for its texts. */
export type Normalize = (svg: string, fonts: readonly FaceInfo[]) => Promise<string>;

/**
 * Rewrites newer SVG as SVG 1.1 whose style is all in attributes; what SVG 1.1 cannot express is refused by name.
 * @throws PictureFault
 */
export async function prepareSvg(
  tokens: readonly Token[],
  fonts: Pick<FontSource, "families" | "absent">,
  normalize: Normalize,
  budget: SvgBudget,
): Promise<Prepared> {
  const root = readTree(tokens, budget);
  const fresh = freshIds(root);
  await cascade(root, budget, hasOutsideSheet(tokens));
  breakCycles(root);
  resolveTrefs(root, budget);
  chooseSwitches(root);
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
    // the normaliser cuts a round shape into the more curves the larger it is
    if (el.name === "circle" || el.name === "ellipse") checkRange(RADII.map((r) => Number.parseFloat(el.attributes.get(r) ?? "0") || 0));
    if (isShape(el) && style.own.get("vector-effect") === "non-scaling-stroke") fixedStrokes.add(identified(el, fresh));
  }
  dropOutside(root);
  wrapNested(root);
  new Markers(root, styles, fresh, budget).apply();
  chargeReferences(root, budget);
  const families = new Families(fonts);
  const texts = drawn.filter((el) => el.name === "text");
  chargeTexts(texts, budget);
  setTexts(root, texts, styles, families, fresh);
  const faces = [...families.used].flatMap((f) => f.faces);
  const measure = textMeasurer(root, (svg) => normalize(svg, faces), budget);
  await splitIntoRuns(texts, styles, fresh, measure);
  for (const text of texts) decorate(text, styles);
  const boxes = await boxed(root, texts, styles, fresh, measure);
  const background = colorOf(styles.get(root)!.own.get("background-color") ?? "transparent");
  const clipTexts = extractClipTexts(root, styles, fresh);
  const around = { focalRadii: focalRadii(root), textBoxes: boxes, fixedStrokes, clipTexts, background };
  return { text: writeTree(root), fonts: faces, ...around };
}

/** Ids that no element of the file has. */
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

function setTexts(
  root: SvgElement,
  texts: readonly SvgElement[],
  styles: ReadonlyMap<SvgElement, Style>,
  families: Families,
  fresh: () => string,
): void {
  const set = new Texts(styles, families);
  const ids = usedIds(root);
  for (const text of texts) {
    set.apply(text);
    if (!ids.has(text.attributes.get("id") ?? "")) text.attributes.set("id", fresh());
  }
  // what is not drawn need not be read
  const drawn = new Set(texts);
  remove(new Set([...walk(root)].filter((el) => el.name === "text" && !drawn.has(el))));
}

const RADII = ["r", "rx", "ry"];
const BY_BOX = ["clip-path", "mask", "filter"];

async function boxed(
  root: SvgElement,
  texts: readonly SvgElement[],
  styles: ReadonlyMap<SvgElement, Style>,
  fresh: () => string,
  measure: MeasureTexts,
): Promise<ReadonlyMap<string, Rect>> {
  const paints = new TextPaints(root, styles, fresh);
  const wanted = texts.filter((t) => paints.needed(t) || isCut(t));
  if (wanted.length === 0) return new Map();
  const boxes = await measure(wanted.map((t) => measurableText(t, styles.get(t)!)));
  for (const text of wanted) {
    const box = boxes.get(text.attributes.get("id")!);
    if (box) paints.apply(text, box);
  }
  return boxes;
}

/** Clipped, masked or filtered, itself or in a group: by boxes, mostly. */
function isCut(el: SvgElement): boolean {
  for (let at: SvgElement | null = el; at; at = at.parent) if (BY_BOX.some((k) => (at.attributes.get(k) ?? "none") !== "none")) return true;
  return false;
}

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
