// Graphics state (ISO 32000-1, 8.4) in millimetres of the page.
import { isArray, nameOf, numberOf } from "../../pdf-reader/objects.js";
import type { PdfDict, PdfFile, PdfObject } from "../../pdf-reader/types.js";
import { GRAY, type Space } from "./colour.js";
import { digestOf } from "./digest.js";
import type { Rect } from "./facts.js";
import type { Font } from "./font.js";
import { IDENTITY, tenths, type Matrix } from "./geometry.js";

/** A colour or a pattern; `colour` is `#RRGGBB` if it is solid. */
export interface Ink {
  readonly space: Space;
  readonly colour: string;
  readonly pattern: PdfObject;
  /** Map and resources of the content that set it. */
  readonly base: Matrix;
  readonly resources: PdfDict;
}

/** A part of an effect; its place counts from the mark. */
export interface Effect {
  readonly text: string;
  readonly anchor: readonly [x: number, y: number] | null;
}

/** Clips that are compared one by one; more are one digest. */
const MOST_CLIPS = 4;

/** Adds a clip to others. */
export function withClip(clips: readonly Effect[], clip: Effect): readonly Effect[] {
  const last = clips.at(-1);
  if (last === undefined || clips.length < MOST_CLIPS) return [...clips, clip];
  const [x, y] = [0, 1].map((i) => tenths((clip.anchor?.[i] ?? 0) - (last.anchor?.[i] ?? 0)));
  return [...clips.slice(0, -1), { text: `clips ${digestOf(`${last.text} ${clip.text} ${x} ${y}`)}`, anchor: clip.anchor ?? last.anchor }];
}

const BLACK: Ink = { space: GRAY, colour: "#000000", pattern: null, base: IDENTITY, resources: new Map() };

/** Graphics state: copied at q, and changed by operators. */
export class State {
  ctm: Matrix = IDENTITY;
  clip: Rect;
  /** clips that are no rectangles */
  clips: readonly Effect[] = [];
  fill: Ink = BLACK;
  stroke: Ink = BLACK;
  fillOpacity = 1;
  strokeOpacity = 1;
  blend = "";
  mask: Effect | null = null;
  /** opacity of the groups around, multiplied */
  groupOpacity = 1;
  groupEffects: readonly Effect[] = [];
  lineWidth = 1;
  cap = 0;
  join = 0;
  miter = 10;
  dash: readonly number[] = [];
  phase = 0;
  font: Font | null = null;
  size = 0;
  charSpace = 0;
  wordSpace = 0;
  scale = 1;
  leading = 0;
  rise = 0;
  mode = 0;

  constructor(clip: Rect) {
    this.clip = clip;
  }

  copy(): State {
    return Object.assign(new State(this.clip), this);
  }
}

/** The group is composited as one mark with the state around it (ISO 32000-1, 11.6.6). */
export function beginGroup(state: State): void {
  const effects: Effect[] = [];
  if (state.fillOpacity < 1) effects.push({ text: "group", anchor: null });
  if (state.blend !== "") effects.push({ text: `group ${state.blend}`, anchor: null });
  if (state.mask !== null) effects.push(state.mask);
  if (effects.length > 0) state.groupEffects = [...state.groupEffects, ...effects];
  state.groupOpacity *= state.fillOpacity;
  state.fillOpacity = state.strokeOpacity = 1;
  state.blend = "";
  state.mask = null;
}

/** Sets the numbers and the blend mode of a dictionary of parameters (ISO 32000-1, table 58). */
export function setParameters({ get }: PdfFile, state: State, dict: PdfDict): void {
  const number = (key: string): number | null => numberOf(get(dict.get(key)));
  state.lineWidth = number("LW") ?? state.lineWidth;
  state.cap = number("LC") ?? state.cap;
  state.join = number("LJ") ?? state.join;
  state.miter = number("ML") ?? state.miter;
  state.strokeOpacity = unit(number("CA")) ?? state.strokeOpacity;
  state.fillOpacity = unit(number("ca")) ?? state.fillOpacity;
  const given = get(dict.get("BM"));
  const blend = nameOf(isArray(given) ? get(given[0]) : given);
  if (blend !== null) state.blend = blend === "Normal" || blend === "Compatible" ? "" : blend;
}

const unit = (value: number | null): number | null => (value === null ? null : Math.min(1, Math.max(0, value)));
