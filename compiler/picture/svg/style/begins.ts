// Animations that begin with one another (SVG Animations 2, 2.10).
import type { SvgElement } from "../tree/tree.js";

interface Begins {
  /** begin at a time, or with another one that begins */
  readonly started: ReadonlySet<SvgElement>;
  /** begin again for ever, as they begin with one another in a circle */
  readonly repeated: ReadonlySet<SvgElement>;
}

const TIME = /^(?:|[-+]?[\d.:]+(?:h|min|s|ms)?)$/;
const WITH_ANOTHER = /^([^.\s]+)\.(?:begin|end)\b/;

export function beginsOf(animations: readonly SvgElement[]): Begins {
  const named = new Map(animations.map((el) => [el.attributes.get("id") ?? "", el]));
  /** those that begin with it */
  const after = new Map<SvgElement, SvgElement[]>(animations.map((el) => [el, []]));
  const waiting = new Map<SvgElement, number>();
  const first: SvgElement[] = [];
  for (const el of animations) {
    const begins = (el.attributes.get("begin") ?? "").split(";").map((b) => b.trim());
    if (begins.some((b) => TIME.test(b))) first.push(el);
    const others = begins.flatMap((b) => {
      const id = WITH_ANOTHER.exec(b)?.[1];
      return (id !== undefined && named.get(id)) || [];
    });
    for (const other of others) after.get(other)!.push(el);
    waiting.set(el, others.length);
  }
  const started = new Set<SvgElement>();
  for (const open = first; open.length > 0;) {
    const el = open.pop()!;
    if (started.has(el)) continue;
    started.add(el);
    for (const next of after.get(el)!) open.push(next);
  }
  // animations that wait for none, then those that wait for these alone, are in no circle
  const once = animations.filter((el) => waiting.get(el) === 0);
  for (const el of once)
    for (const next of after.get(el)!) {
      const left = waiting.get(next)! - 1;
      waiting.set(next, left);
      if (left === 0) once.push(next);
    }
  return { started, repeated: new Set(animations.filter((el) => started.has(el) && waiting.get(el)! > 0)) };
}
