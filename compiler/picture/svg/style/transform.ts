import { refuse } from "../tree/fault.js";
import { wordsOf } from "./font.js";
import { lookup } from "../../../../base/lookup.js";

const PLAIN = /^(?:\s*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d.eE+\-\s,]*\)\s*,?)*\s*$/;
const ANGLE: Readonly<Record<string, number>> = { "": 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const LENGTH: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6 };

/** CSS Transforms 1, 10; null if invalid. @throws PictureFault for 3D transforms and percentages */
export function transformOf(declared: string, line: number): string | null {
  const value = declared.replace(/\s+/g, " ");
  if (value === "none" || PLAIN.test(value)) return value === "none" ? "" : value;
  if (!/^(?:\s*,?\s*[a-z\d]+\s*\((?:[^()]|\([^()]*\))*\))+\s*$/i.test(value)) return null;
  return wordsOf(value.replace(/\s+\(/g, "("))
    .map((f) => one(f, line))
    .filter((f) => f !== "")
    .join(" ");
}

function one(text: string, line: number): string {
  const m = /^,?([\w]+)\((.*)\)$/s.exec(text);
  const bad = (): never => refuse(`the transform ${JSON.stringify(text.slice(0, 60))}`, line);
  if (!m) return text === "," || text.toLowerCase() === "none" ? "" : bad();
  const args = m[2]!
    .trim()
    .split(/\s*,\s*|\s+/)
    .filter((a) => a !== "");
  const number = (a: string | undefined, units: Readonly<Record<string, number>>, fallback: number): number => {
    if (a === undefined) return fallback;
    const n = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z]*)$/i.exec(a);
    const unit = n ? lookup(units, n[2]!.toLowerCase()) : undefined;
    return unit === undefined ? bad() : Number(n![1]) * unit;
  };
  const length = (i: number): number => number(args[i], LENGTH, 0);
  const angle = (i: number): number => number(args[i], ANGLE, 0);
  const plain = (i: number, fallback: number): number => {
    const percent = /^([-+\d.e]+)%$/i.exec(args[i] ?? "");
    return percent ? Number(percent[1]) / 100 : number(args[i], { "": 1 }, fallback);
  };
  switch (m[1]!.toLowerCase()) {
    case "matrix":
      return args.length === 6 ? `matrix(${args.map((a) => number(a, LENGTH, 0)).join(" ")})` : bad();
    case "translate":
      return `translate(${length(0)} ${length(1)})`;
    case "translatex":
      return `translate(${length(0)} 0)`;
    case "translatey":
      return `translate(0 ${length(0)})`;
    case "scale":
      return `scale(${plain(0, 1)} ${plain(1, plain(0, 1))})`;
    case "scalex":
      return `scale(${plain(0, 1)} 1)`;
    case "scaley":
      return `scale(1 ${plain(0, 1)})`;
    case "rotate":
      return args.length === 3 ? `rotate(${angle(0)} ${length(1)} ${length(2)})` : `rotate(${angle(0)})`;
    case "skew":
      return `skewX(${angle(0)})${args.length > 1 ? ` matrix(1 ${Math.tan((angle(1) * Math.PI) / 180)} 0 1 0 0)` : ""}`;
    case "skewx":
      return `skewX(${angle(0)})`;
    case "skewy":
      return `skewY(${angle(0)})`;
    default:
      return bad();
  }
}
