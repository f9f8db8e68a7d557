// End states of animations that stay (SVG Animations 2, 2.15; CSS Animations 1, 3.8).
import { walk, type SvgElement } from "../tree/tree.js";
import { beginsOf } from "./begins.js";
import { wordsOf } from "./font.js";
import { PRESENTATION } from "./properties.js";
import type { Declaration, Keyframes } from "./sheet.js";

interface Timing {
  readonly name: string;
  readonly duration: string;
  readonly fill: string;
  readonly count: string;
  readonly direction: string;
  readonly play: string;
}
type Field = keyof Timing;

const INITIAL: Timing = { name: "none", duration: "0s", fill: "none", count: "1", direction: "normal", play: "running" };
const LONGHANDS: ReadonlyMap<string, Field> = new Map([
  ["animation-name", "name"],
  ["animation-duration", "duration"],
  ["animation-fill-mode", "fill"],
  ["animation-iteration-count", "count"],
  ["animation-direction", "direction"],
  ["animation-play-state", "play"],
]);

const isAnimation = ({ name }: Declaration): boolean => name === "animation" || LONGHANDS.has(name);

interface EndStates {
  /** left behind by animations that end */
  readonly declarations: readonly Declaration[];
  /** True if an animation ends in no state that can be drawn. */
  readonly moves: boolean;
}
export const UNMOVED: EndStates = { declarations: [], moves: false };

/** `declarations`: of an element, the last one counts. */
export function endStates(declarations: readonly Declaration[], frames: ReadonlyMap<string, Keyframes>): EndStates {
  if (frames.size === 0 || !declarations.some(isAnimation)) return UNMOVED;
  // a longhand may precede the names
  let lists: Partial<Record<Field, readonly string[]>> = {};
  for (const { name, value } of declarations.filter(isAnimation)) {
    const list = (value.match(/(?:\([^()]*\)|[^,()])+/g) ?? []).map((word) => word.trim());
    const field = LONGHANDS.get(name);
    if (field === undefined) lists = byField(list.map((animation) => timingOf(animation, frames)));
    else lists[field] = field === "name" ? list.map(unquoted) : list.map((word) => word.toLowerCase());
  }
  const at = (field: Field, i: number): string => lists[field]?.[i % lists[field].length] ?? INITIAL[field];
  const timings = (lists.name ?? []).map((name, i): Timing => ({
    name,
    duration: at("duration", i),
    fill: at("fill", i),
    count: at("count", i),
    direction: at("direction", i),
    play: at("play", i),
  }));
  return { declarations: timings.flatMap((t) => endOf(t, frames) ?? []), moves: timings.some((t) => movesOn(t, frames)) };
}

const unquoted = (word: string): string => word.replace(/^(["'])(.*)\1$/, "$2");

const byField = (timings: readonly Timing[]): Partial<Record<Field, readonly string[]>> => ({
  name: timings.map((t) => t.name),
  duration: timings.map((t) => t.duration),
  fill: timings.map((t) => t.fill),
  count: timings.map((t) => t.count),
  direction: timings.map((t) => t.direction),
  play: timings.map((t) => t.play),
});

/** Of one animation in the shorthand: keywords in any order, the first time is the duration; another word is the name. */
function timingOf(animation: string, frames: ReadonlyMap<string, Keyframes>): Timing {
  let out: Timing = INITIAL;
  let hasTime = false;
  for (const word of wordsOf(animation)) {
    const lower = word.toLowerCase();
    if (/^(?:forwards|backwards|both)$/.test(lower)) out = { ...out, fill: lower };
    else if (/^(?:normal|reverse|alternate|alternate-reverse)$/.test(lower)) out = { ...out, direction: lower };
    else if (/^(?:paused|running)$/.test(lower)) out = { ...out, play: lower };
    else if (/^(?:infinite|\d+\.?\d*|\.\d+)$/.test(lower)) out = { ...out, count: lower };
    else if (!hasTime && TIME.test(lower)) {
      out = { ...out, duration: lower };
      hasTime = true;
    } else if (frames.has(unquoted(word))) out = { ...out, name: unquoted(word) };
  }
  return out;
}
const TIME = /^(?:[-+]?[\d.]+(?:e[-+]?\d+)?m?s$|(?:calc|var)\()/;

/** Null if it cannot be drawn. */
function endOf({ name, fill, count, direction, play }: Timing, frames: ReadonlyMap<string, Keyframes>): readonly Declaration[] | null {
  const times = Number(count);
  if (!/^(?:forwards|both)$/.test(fill) || play === "paused") return [];
  if (!Number.isInteger(times) || times < 1) return null;
  const turned = direction.startsWith("alternate") && times % 2 === 0;
  const backwards = direction.endsWith("reverse") !== turned;
  return frames.get(name)?.[backwards ? "from" : "to"] ?? [];
}

function movesOn(timing: Timing, frames: ReadonlyMap<string, Keyframes>): boolean {
  const { name, duration, count, play } = timing;
  if (play === "paused" || (frames.get(name)?.isEmpty ?? true) || Number.parseFloat(duration) === 0) return false;
  return count === "infinite" || endOf(timing, frames) === null;
}

const ANIMATIONS: ReadonlySet<string> = new Set(["animate", "set", "animateColor", "animateTransform", "animateMotion"]);

/** Writes the last values of frozen animations to their elements, over what style declares; notes which elements move without end. */
export function freezeAnimations(root: SvgElement): void {
  const animations = [...walk(root)].filter((el) => ANIMATIONS.has(el.name));
  if (animations.length === 0) return;
  const named = new Map<string, SvgElement>();
  for (const el of walk(root)) named.set(`#${el.attributes.get("id") ?? ""}`, el);
  const { started, repeated } = beginsOf(animations);
  for (const el of animations) {
    const href = el.attributes.get("href")?.trim();
    const target = href === undefined ? el.parent : named.get(href);
    if (!target || !started.has(el)) continue;
    const end = repeated.has(el) ? "moves" : endOfElement(el);
    if (end === "moves") noteMoving(target, el);
    else if (end !== null) write(target, el.attributes.get("attributeName")!.trim(), end.value, el);
  }
}

/** An element that is not displayed yet may be shown by its animation. */
function noteMoving(target: SvgElement, el: SvgElement): void {
  const shown = el.attributes.get("attributeName")?.trim() === "display" ? (target.parent ?? target) : target;
  shown.moves ??= el.line;
}

function write(target: SvgElement, name: string, last: string, el: SvgElement): void {
  const before = target.declared.get(name) ?? target.attributes.get(name) ?? "";
  const moved = el.name === "animateTransform" ? `${el.attributes.get("type")?.trim() ?? "translate"}(${last})` : null;
  const value = moved === null ? last : el.attributes.get("additive")?.trim() === "sum" ? `${before} ${moved}` : moved;
  const declared = new Map(target.declared);
  if (PRESENTATION.has(name)) declared.set(name, value);
  else {
    declared.delete(name);
    target.attributes.set(name, value);
  }
  target.declared = declared;
}

/** Null if nothing moves, or nothing is left behind. */
function endOfElement({ name, attributes }: SvgElement): { readonly value: string } | "moves" | null {
  const of = (key: string): string => (attributes.get(key) ?? "").trim();
  if (name !== "animateMotion" && of("attributeName") === "") return null;
  const isEndless = [of("repeatDur"), of("repeatCount")].includes("indefinite") && !/^[\d.:]+(?:h|min|s|ms)?$/.test(of("end"));
  const stays = of("fill") === "freeze";
  if (name === "set") {
    const lasts = stays || isEndless || of("dur") === "" || of("dur") === "indefinite";
    return lasts && of("to") !== "" ? { value: of("to") } : null;
  }
  // no time, no motion
  if (!/[1-9]/.test(of("dur"))) return null;
  if (isEndless) return "moves";
  if (!stays) return null;
  if (name === "animateMotion" || of("accumulate") === "sum" || !/^\d*(?:\.0*)?$/.test(of("repeatCount"))) return "moves";
  const values = of("values")
    .split(";")
    .map((v) => v.trim())
    .filter((v) => v !== "");
  const value = values.at(-1) ?? of("to");
  if (value !== "") return { value };
  return of("by") === "" ? null : "moves";
}
