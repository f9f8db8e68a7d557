import { remove, replace, shownJson, type EditOperation } from "./edit.js";
import type { Help } from "./reason.js";

/** mm, portrait (ISO 216; ANSI/ASME Y14.1; common envelopes and labels) */
const PAPERS: Readonly<Record<string, readonly [width: number, height: number]>> = {
  a7: [74, 105],
  a8: [52, 74],
  b3: [353, 500],
  b6: [125, 176],
  c4: [229, 324],
  c5: [162, 229],
  c6: [114, 162],
  dl: [110, 220],
  ledger: [431.8, 279.4],
  statement: [139.7, 215.9],
  halfletter: [139.7, 215.9],
  "4x6": [101.6, 152.4],
  "100x150": [100, 150],
  "100x100": [100, 100],
};

/** Help with a paper size without a preset, or with an orientation in its name. `presets`: by name. */
export function paperHelp(found: string, presets: Readonly<Record<string, unknown>>): Help | undefined {
  const words = found.toLowerCase().split(/[\s_-]+/);
  const turned = words.some((w) => w === "landscape" || w === "l" || w === "r");
  const name = words.filter((w) => !["landscape", "portrait", "l", "r", "iso", "us"].includes(w)).join("");
  if (Object.hasOwn(presets, name)) {
    const size = { size: name };
    return meant(turned ? { ...size, orientation: "landscape" } : size, replace(["size"], name));
  }
  if (!Object.hasOwn(PAPERS, name)) return undefined;
  const sides = PAPERS[name]!;
  const [width, height] = turned ? [sides[1], sides[0]] : sides;
  return meant({ width, height }, remove("size"));
}

/** Fields of a page in place of its size. */
function meant(fields: Readonly<Record<string, unknown>>, first: EditOperation): Help {
  const others = Object.entries(fields).filter(([name]) => name !== "size");
  return {
    suggestion: shownJson(fields).slice(1, -1),
    mend: { edit: { up: 1, ops: [first, ...others.map(([name, value]) => replace([name], value))] } },
  };
}

/** Sheets whose size is given in another unit: in points, in inches, in millimetres. */
const SHEETS = [
  { name: "a4", points: [595, 842], inches: [8.27, 11.69], mm: [210, 297] },
  { name: "letter", points: [612, 792], inches: [8.5, 11], mm: [215.9, 279.4] },
  { name: "a5", points: [], inches: [5.83, 8.27], mm: [148, 210] },
] as const;

/** Words about a page whose numbers are those of a known sheet in points or inches; undefined for others. */
export function otherUnitAdvice(width: number, height: number): string | undefined {
  const isTurned = width > height;
  const [across, down] = isTurned ? [height, width] : [width, height];
  const near = ([w, h]: readonly number[], most: number): boolean =>
    w !== undefined && h !== undefined && Math.abs(across - w) <= most && Math.abs(down - h) <= most;
  for (const { name, points, inches, mm } of SHEETS) {
    const unit = near(points, 1) ? "points" : near(inches, 0.02) ? "inches" : undefined;
    if (unit === undefined) continue;
    const turned = isTurned ? ', "orientation": "landscape"' : "";
    return `in ${unit} this is "size": "${name}"${turned}, ${mm[0]} × ${mm[1]} mm`;
  }
  return undefined;
}
