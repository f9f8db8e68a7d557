import { unitAt } from "../../../base/code-unit.js";
import type { SvgElement } from "./tree/tree.js";

const isLetter = (c: number): boolean => (c > 0x40 && c < 0x5b) || (c > 0x60 && c < 0x7b);
const isDigit = (c: number): boolean => (c > 0x2f && c < 0x3a) || c === 0x2e;
const E = 0x65;
const A = 0x61;

interface Counted {
  readonly commands: number;
  readonly arcs: number;
  readonly numbers: number;
}

function counted(data: string): Counted {
  let [commands, arcs, numbers] = [0, 0, 0];
  let inside = false;
  let arc = false;
  for (let i = 0; i < data.length; i++) {
    const c = unitAt(data, i);
    if (isDigit(c)) {
      if (!inside) numbers++;
      if (!inside && arc) arcs++;
      inside = true;
      continue;
    }
    if (inside && (c | 0x20) === E) continue; // exponents' signs count too: overestimates are harmless
    inside = false;
    if (!isLetter(c)) continue;
    commands++;
    arc = (c | 0x20) === A;
  }
  return { commands, arcs: arcs / 7, numbers };
}

export function cornersOf(el: SvgElement): number {
  const { commands, numbers } = counted(el.attributes.get("d") ?? el.attributes.get("points") ?? "");
  return Math.max(commands, numbers / 2, 1);
}

export function pointsOf(el: SvgElement): number {
  const { arcs, commands, numbers } = counted(el.attributes.get("d") ?? el.attributes.get("points") ?? "");
  return Math.max(commands, (numbers - 7 * arcs) / 2) + 11 * arcs;
}
