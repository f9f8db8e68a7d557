import { nice, ticks as niceTicks, tickStep } from "d3-array";

/** Data to points. `from`: position of the domain's first value. */
export interface LinearScale {
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
  at(value: number): number;
}

export function linear(domain: readonly [number, number], range: readonly [number, number]): LinearScale {
  const [a, b] = domain;
  const [from, to] = range;
  const [across, length] = [b - a, to - from];
  if (!Number.isFinite(across) || across === 0) return { domain, range, at: (value) => from + length * shareOf(value, a, b) };
  return {
    domain,
    range,
    // points are many; no rounding error leaves the range
    at: (value) => {
      const share = (value - a) / across;
      return from + length * (share < 0 ? 0 : share > 1 ? 1 : share);
    },
  };
}

function shareOf(value: number, a: number, b: number): number {
  if (b === a) return 0.5;
  // the span may overflow, that of halves does not
  const share = Number.isFinite(b - a) ? (value - a) / (b - a) : (value / 2 - a / 2) / (b / 2 - a / 2);
  return share < 0 ? 0 : share > 1 ? 1 : share;
}

export interface DomainRules {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly zero: boolean;
  /** every tick is a whole number; declared bounds are */
  readonly whole?: boolean;
  /** exact; null = about `about` */
  readonly count: number | null;
  readonly about: number;
}

/** A domain and its ticks, ascending, both ends among them. */
export interface Ticked {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

/** Contains [low, high]; ticks are round. Declared bounds are unchanged, and ticks. */
export function ticked(low: number, high: number, rules: DomainRules): Ticked {
  let [a, b] = ends(low, high, rules);
  if (rules.count !== null) return exact(a, b, rules.count, rules);
  if (!isWide(a, b)) return { domain: [a, b], ticks: [a, b] };
  const [niceA, niceB] = nice(a, b, rules.about);
  if (rules.min === undefined && Number.isFinite(niceA)) a = niceA;
  if (rules.max === undefined && Number.isFinite(niceB)) b = niceB;
  const step = tickStep(a, b, rules.about);
  if (rules.whole && !(step >= 1 && Number.isInteger(a) && Number.isInteger(b))) return atStep(low, high, rules, Math.max(1, step), 0.4);
  const inner = niceTicks(a, b, rules.about).filter((v) => isInside(v, a, b, v === 0 ? 0 : step * 0.4));
  return { domain: [a, b], ticks: [a, ...inner, b] };
}

function ends(low: number, high: number, rules: DomainRules): readonly [number, number] {
  const a = rules.min ?? (rules.zero ? Math.min(0, low) : low);
  const b = rules.max ?? (rules.zero ? Math.max(0, high) : high);
  const declared = rules.min !== undefined && rules.max !== undefined && b > a;
  return declared || isWide(a, b) ? [a, b] : widened(a, b, rules);
}

const isInside = (v: number, a: number, b: number, by: number): boolean => v - a > by && b - v > by;

/** least span: relative, so that ticks differ; absolute, so that powers of ten are not zero */
const TIGHT = 1e-12;
const TINY = 1e-300;

const isWide = (a: number, b: number): boolean => b - a > Math.max(Math.abs(a), Math.abs(b)) * TIGHT && b - a > TINY;

function widened(a: number, b: number, { min, max }: DomainRules): [number, number] {
  const middle = a / 2 + b / 2;
  const far = Math.max(Math.abs(a), Math.abs(b));
  const by = far > TINY ? far * 0.5 : 1;
  if (min !== undefined && max === undefined) return [a, finite(a + by)];
  if (max !== undefined && min === undefined) return [finite(b - by), b];
  if (far <= TINY) return b <= 0 && a < 0 ? [-1, 0] : [0, 1];
  return middle > 0 ? [Math.max(0, middle - by), finite(middle + by)] : [finite(middle - by), Math.min(0, middle + by)];
}

const finite = (v: number): number => Math.min(Math.max(v, -Number.MAX_VALUE), Number.MAX_VALUE);

/** multiples of a power of ten */
const ROUND = [1, 2, 2.5, 5, 10];
/** Powers of ten that are tried: a step of twice the span covers any data. */
const POWERS = 3;

function exact(a: number, b: number, count: number, { min, max, whole }: DomainRules, least = 0): Ticked {
  const gaps = count - 1;
  if (min !== undefined && max !== undefined) return evenly(a, b, gaps);
  const raw = Math.max(b / gaps - a / gaps, least, whole ? 1 : 0);
  for (const step of roundSteps(raw)) {
    if (whole && !Number.isInteger(step)) continue;
    const from = min ?? (max === undefined ? Math.floor(a / step + 1e-9) * step : max - gaps * step);
    const to = max ?? from + gaps * step;
    if (!Number.isFinite(from) || !Number.isFinite(to)) break;
    if (to >= b - step * 1e-9 && from <= a + step * 1e-9) return evenly(min ?? clean(from, step), max ?? clean(to, step), gaps);
  }
  // no step of two ticks has both ends at its multiples
  const far = Math.max(Math.abs(a), Math.abs(b));
  const round = roundSteps(whole ? Math.max(far, 1) : far).find((v) => !whole || Number.isInteger(v)) ?? Infinity;
  return min === undefined && max === undefined && a < 0 && b > 0 && Number.isFinite(round)
    ? evenly(-round, round, gaps)
    : evenly(a, b, gaps);
}

function roundSteps(least: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(least));
  if (!(power > 0) || !Number.isFinite(power)) return [];
  const out: number[] = [];
  for (let k = 0; k < POWERS; k++)
    for (const m of ROUND) {
      const step = m * power * 10 ** k;
      if (step >= least * (1 - 1e-9)) out.push(step);
    }
  return out;
}

function evenly(a: number, b: number, gaps: number): Ticked {
  const step = b / gaps - a / gaps;
  const inner = (i: number): number => {
    const v = a + i * step;
    return Number.isFinite(v) ? clean(v, step) : a * (1 - i / gaps) + b * (i / gaps);
  };
  const ticks = Array.from({ length: gaps + 1 }, (_, i) => (i === gaps ? b : i === 0 ? a : inner(i)));
  return { domain: [a, b], ticks };
}

/** Ends without ticks between them, which are multiples of `step`. Declared ends are unchanged. */
export function endsAt(low: number, high: number, rules: DomainRules, step: number): readonly [number, number] {
  const [a, b] = ends(low, high, rules);
  const from = rules.min ?? clean(Math.floor(a / step + 1e-9) * step, step);
  const to = rules.max ?? clean(Math.ceil(b / step - 1e-9) * step, step);
  return [from, to > from ? to : from + step];
}

/** Number of ticks of `atStep` without a count. */
export function countAt([from, to]: readonly [number, number], step: number): number {
  const inner = Math.ceil(to / step - 1e-9) - Math.floor(from / step + 1e-9) - 1;
  return 2 + Math.max(0, inner);
}

/**
 * Ticks at the multiples of `step` and at declared ends; with a count, that many at `step` or the next round one that covers [low, high].
 * `apart`: least distance of a multiple, other than zero, to a declared end, in steps
 */
export function atStep(low: number, high: number, rules: DomainRules, step: number, apart = 1e-9): Ticked {
  if (rules.count !== null) {
    const [a, b] = ends(low, high, rules);
    return exact(a, b, rules.count, rules, step);
  }
  const [from, to] = endsAt(low, high, rules, step);
  const ticks = [from];
  for (let k = Math.floor(from / step + 1e-9) + 1; to / step - k > 1e-9; k++) {
    const v = clean(k * step, step);
    if (isInside(v, from, to, v === 0 ? 0 : step * apart)) ticks.push(v);
  }
  ticks.push(to);
  return { domain: [from, to], ticks };
}

/** Next of 1, 2, 2.5 and 5 times a power of ten; null beyond all numbers. */
export const largerStep = (step: number): number | null => roundSteps(step * (1 + 1e-8))[0] ?? null;

/** 0.30000000000000004 is 0.3. */
export function clean(value: number, step: number): number {
  const digits = Math.max(0, 12 - Math.floor(Math.log10(Math.abs(step) || 1)));
  // toFixed has at most 100 digits
  return digits > 100 || Math.abs(value) > 1e15 ? value : Number(value.toFixed(digits)) + 0;
}

/** Equal shares by equal numbers of steps. Null if declared bounds, which stay, keep the zeros apart. */
export function alignZero(a: Ticked, b: Ticked, fixed: { readonly a: Fixed; readonly b: Fixed }): readonly [Ticked, Ticked] | null {
  const shareA = zeroShare(a.domain);
  const shareB = zeroShare(b.domain);
  if (Math.abs(shareA - shareB) < 1e-9) return [a, b];
  const stepsA = steps(a);
  const stepsB = steps(b);
  const below = Math.max(stepsA.below, stepsB.below);
  const above = Math.max(stepsA.above, stepsB.above);
  const grownA = grown(stepsA, below, above);
  const grownB = grown(stepsB, below, above);
  if (!isUsable(grownA) || !isUsable(grownB)) return null;
  const keeps = (old: Ticked, next: Ticked, { min, max }: Fixed): boolean =>
    (!min || Math.abs(old.domain[0] - next.domain[0]) < 1e-9 * stepOf(old)) &&
    (!max || Math.abs(old.domain[1] - next.domain[1]) < 1e-9 * stepOf(old));
  if (keeps(a, grownA, fixed.a) && keeps(b, grownB, fixed.b)) return [grownA, grownB];
  return byShare(a, b, fixed);
}

export interface Fixed {
  readonly min: boolean;
  readonly max: boolean;
}

const zeroShare = ([a, b]: readonly [number, number]): number => shareOf(0, a, b);
/** Distance of ticks, between those at declared ends too. */
export const stepOf = ({ ticks }: Ticked): number => greatestGap(ticks);
const greatestGap = (ticks: readonly number[]): number => ticks.reduce((g, v, i) => (i === 0 ? g : Math.max(g, v - ticks[i - 1]!)), 0);

interface Steps {
  readonly step: number;
  readonly below: number;
  readonly above: number;
}

function steps(t: Ticked): Steps {
  const step = stepOf(t);
  const [a, b] = t.domain;
  return { step, below: Math.max(0, Math.ceil(-a / step - 1e-9)), above: Math.max(0, Math.ceil(b / step - 1e-9)) };
}

function grown({ step }: Steps, below: number, above: number): Ticked {
  const ticks: number[] = [];
  for (let i = -below; i <= above; i++) ticks.push(clean(i * step, step));
  return { domain: [ticks[0]!, ticks.at(-1)!], ticks };
}

function byShare(a: Ticked, b: Ticked, fixed: { readonly a: Fixed; readonly b: Fixed }): readonly [Ticked, Ticked] | null {
  const both = (f: Fixed): boolean => f.min && f.max;
  const target = both(fixed.a)
    ? zeroShare(a.domain)
    : both(fixed.b)
      ? zeroShare(b.domain)
      : Math.max(zeroShare(a.domain), zeroShare(b.domain));
  if (!(target >= 0 && target <= 1)) return null;
  const na = toShare(a, target, fixed.a);
  const nb = toShare(b, target, fixed.b);
  return na && nb && isUsable(na) && isUsable(nb) ? [na, nb] : null;
}

const isUsable = ({ domain: [a, b] }: Ticked): boolean => Number.isFinite(a) && Number.isFinite(b) && b > a;

function toShare(t: Ticked, share: number, fixed: Fixed): Ticked | null {
  const [a, b] = t.domain;
  const own = zeroShare(t.domain);
  if (Math.abs(own - share) < 1e-9) return t;
  if (own < share) {
    if (fixed.min || share >= 1) return null;
    const min = (-b * share) / (1 - share);
    return { domain: [min, b], ticks: [min, ...stepsBetween(min, a, t), ...t.ticks] };
  }
  if (fixed.max || share <= 0) return null;
  const max = (-a * (1 - share)) / share;
  return { domain: [a, max], ticks: [...t.ticks, ...stepsBetween(b, max, t), max] };
}

function stepsBetween(from: number, to: number, t: Ticked): readonly number[] {
  const step = stepOf(t);
  const out: number[] = [];
  if (!((to - from) / step < MOST_STEPS)) return out;
  const upwards = from === t.domain[1];
  for (let k = 1; k * step < to - from - step * 0.4; k++) {
    if (upwards) out.push(clean(from + k * step, step));
    else out.unshift(clean(to - k * step, step));
  }
  return out;
}
const MOST_STEPS = 40;

/** Points. */
interface BandScale {
  readonly count: number;
  readonly step: number;
  center(i: number): number;
}

/** Backwards if `to` < `from`. */
export function bands(count: number, from: number, to: number): BandScale {
  const step = (to - from) / count;
  return { count, step: Math.abs(step), center: (i) => from + step * (i + 0.5) };
}
