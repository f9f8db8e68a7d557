import { variationsKey, type Variations } from "../../../base/variations.js";
import type { FaceInfo, FontAxis, NamedInstance } from "../../core/world.js";

export interface FaceRequest {
  readonly weight: number;
  readonly italic: boolean;
  /** of the axes that are declared, or of a named instance */
  readonly coordinates: Variations;
  /** a variable face that is named, chosen over others of its slope */
  readonly face: FaceInfo | null;
}

interface Chosen {
  readonly info: FaceInfo;
  /** no italic face, and no axis that slants */
  readonly slanted: boolean;
}

interface Request {
  readonly weight: number;
  readonly weightDeclared: boolean;
  readonly italic: boolean;
  readonly variations: { readonly values: Variations } | null;
}

interface Named {
  readonly face: FaceInfo | null;
  readonly instance: NamedInstance | null;
}

export const NO_COORDINATES: Variations = {};

/** A name of a face or instance brings weight and coordinates, which declared ones replace (FT-26). */
export function faceRequestOf({ weight, weightDeclared, italic, variations }: Request, { face, instance }: Named): FaceRequest {
  const { wght, ...others } = instance?.coordinates ?? NO_COORDINATES;
  const own = weightDeclared || wght === undefined ? others : { ...others, wght };
  return {
    weight: face && !weightDeclared ? (wght ?? axisOf(face, "wght")?.default ?? face.weight) : weight,
    italic: italic || (face?.italic ?? false),
    coordinates: { ...own, ...variations?.values },
    face: face?.variable ? face : null,
  };
}

/** Chooses by the slope first, then by the weight (FT-23). */
export function chooseFace(faces: readonly FaceInfo[], { weight, italic, coordinates, face }: FaceRequest): Chosen {
  const able = ableOf(faces, Object.entries(coordinates));
  const style = able.filter((f) => f.italic === italic);
  const pool = style.length > 0 ? style : able;
  const info = face && pool.includes(face) ? face : nearest(pool, weight);
  return info.variable ? instanceOf(info, { weight, italic, coordinates }) : { info, slanted: italic && !info.italic };
}

/** Faces whose axes have all coordinates, else those with all axes, else all. */
function ableOf(faces: readonly FaceInfo[], asked: readonly (readonly [tag: string, value: number])[]): readonly FaceInfo[] {
  if (asked.length === 0) return faces;
  const having = faces.filter((f) => asked.every(([tag]) => axisOf(f, tag)));
  const holding = having.filter((f) => asked.every(([tag, value]) => held(axisOf(f, tag)!, value) === value));
  return holding.length > 0 ? holding : having.length > 0 ? having : faces;
}

const axisOf = ({ variable }: FaceInfo, tag: string): FontAxis | undefined => variable?.axes.find((axis) => axis.tag === tag);

const held = ({ min, max }: FontAxis, value: number): number => Math.min(max, Math.max(min, value));

/** A variable face after a static one of exactly the weight. */
const VARIABLE = 1e-6;

/** CSS Fonts 4, 5.2: at 400 and 500 the other first, then lighter, heavier; above, heavier first. */
function nearest(faces: readonly FaceInfo[], weight: number): FaceInfo {
  const rank = (face: FaceInfo): number => {
    const axis = axisOf(face, "wght");
    const w = axis ? held(axis, weight) : face.weight;
    if (w === weight) return axis ? VARIABLE : 0;
    if (weight >= 400 && weight <= 500) {
      if (w > weight && w <= 500) return w - weight;
      return w < weight ? 1000 + weight - w : 2000 + w;
    }
    const preferred = weight < 400 ? w < weight : w > weight;
    return (preferred ? 0 : 5000) + Math.abs(w - weight);
  };
  return faces.reduce((a, b) => (rank(b) < rank(a) ? b : a));
}

/** degrees, as a slanted face (FT-24) */
const SLANT = -12;

/** The file itself if all axes are at their defaults (FT-29). */
function instanceOf(info: FaceInfo, { weight, italic, coordinates: asked }: Omit<FaceRequest, "face">): Chosen {
  const { axes, instances, prefix, cff2 } = info.variable!;
  const leans = italic && !info.italic;
  const isDeclared = (tag: string): boolean => asked[tag] !== undefined && axisOf(info, tag) !== undefined;
  const slope = leans && !isDeclared("ital") && !isDeclared("slnt") ? slopeOf(info) : null;
  const variations: Record<string, number> = {};
  for (const axis of axes) {
    const { tag } = axis;
    const value = asked[tag] ?? (slope?.tag === tag ? slope.value : tag === "wght" ? weight : axis.default);
    variations[tag] = held(axis, value);
  }
  const slanted = leans && slope === null && !isDeclared("ital") && !isDeclared("slnt");
  const isDefault = axes.every((axis) => variations[axis.tag] === axis.default);
  if (isDefault && !cff2) return { info, slanted };
  const key = variationsKey(variations);
  const named = instances.find(({ coordinates }) => variationsKey(coordinates) === key)?.name;
  const postScriptName = named ?? (isDefault ? info.postScriptName : instanceName(prefix, axes, variations));
  const italics = info.italic || (variations["ital"] ?? 0) >= 1;
  return { info: { ...info, postScriptName, weight: variations["wght"] ?? info.weight, italic: italics, variations }, slanted };
}

/** `ital` at 1, else `slnt`; null without an axis that slants. */
function slopeOf(info: FaceInfo): { readonly tag: string; readonly value: number } | null {
  const [ital, slnt] = [axisOf(info, "ital"), axisOf(info, "slnt")];
  if (ital && ital.max >= 1) return { tag: "ital", value: 1 };
  return slnt && slnt.min < 0 ? { tag: "slnt", value: held(slnt, SLANT) } : null;
}

/** beside the subset tag (ISO 32000-1, annex C: 127 bytes) */
const LONGEST = 120;

/** Of coordinates other than the defaults (Adobe Technical Note 5902). */
function instanceName(prefix: string, axes: readonly FontAxis[], variations: Variations): string {
  const parts = axes.filter(({ tag, default: usual }) => variations[tag] !== usual).map(({ tag }) => `_${variations[tag]!}${tag.trim()}`);
  const name = `${prefix}${parts.join("")}`;
  return name.length <= LONGEST ? name : `${prefix}-${hashOf(name)}...`;
}

/** FNV-1a */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).toUpperCase().padStart(8, "0");
}
