// Barcodes at their size: outline and position of the text.
import { keysOf } from "../../base/lookup.js";
import { counts } from "../../base/cache-counts.js";
import { least } from "../../base/many.js";
import type { Path, Rect } from "../../ir/ir.js";
import type { BarcodeEncoder } from "../core/world.js";
import { must, unknownField } from "../help/reason.js";
import type { BarcodeOptions, BarcodeText } from "../request/types/shape.js";
import { encode, type Symbol } from "./encode.js";
import { allows, BarcodeFault, formatOf, encoderInputOf, optionsOf, type Format } from "./formats.js";
import { outline, type Grid } from "./grid.js";
import type { QrEncoding } from "./qr-segments.js";
import { GUARD_EXTENSION_BESIDE_DIGITS, GUARD_EXTENSION, type Retail, type RetailGroup } from "./retail.js";

/** A barcode with content, or what a payload stands for. */
export interface SymbolContent {
  readonly format: string;
  readonly content: string;
  readonly width: number;
  readonly height: number;
  readonly options?: BarcodeOptions;
  readonly barcode_text?: BarcodeText;
  /** encoding of a QR code */
  readonly encoding?: QrEncoding;
}

export interface DrawnBarcode {
  /** outline in cells, whose edges are mostly integers; traced on use, since many symbols may await their page */
  readonly path: () => Path;
  /** place and size of the first cell, mm from the top left corner of the frame: a module (1 mm high for bars), or a dot of the printer */
  readonly cell: Rect;
  /** smaller side of a module, mm */
  readonly module: number;
  /** columns, without quiet zone; 0 if they are not equal */
  readonly modules: number;
  readonly shown: string;
  /** cells are a printer's dots: the symbol begins on a multiple */
  readonly snaps: boolean;
  /** null: one line of text */
  readonly retail: DrawnRetail | null;
}

/** mm from the frame's top left corner. */
export interface DrawnRetail {
  /** extension of guard bars below the frame */
  readonly guardExtension: number;
  readonly module: number;
  readonly groups: readonly DrawnGroup[];
}

/** Adjacent digits and their place, mm. */
interface DrawnGroup extends Pick<RetailGroup, "align" | "scale"> {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Bytes follow from the content and its character set. */
const encodingKey = (encoding?: QrEncoding): unknown => encoding && [encoding.bytes !== undefined, encoding.eci, encoding.most];

/** mm (decisions §1, Text of barcodes) */
export const TEXT_OFFSET = 0.5;

const drawnByContent = new WeakMap<SymbolContent, DrawnBarcode>();
const MAX_CACHED_SYMBOLS = 400;
const caches = new WeakMap<BarcodeEncoder, Map<string, DrawnBarcode>>();

/**
 * @throws BarcodeFault on an invalid content or option
 * @throws EncoderError
 */
export function drawBarcode(encoder: BarcodeEncoder, el: SymbolContent): DrawnBarcode {
  let made = drawnByContent.get(el);
  if (!made) {
    made = remembered(encoder, el);
    drawnByContent.set(el, made);
  }
  return made;
}

function remembered(encoder: BarcodeEncoder, el: SymbolContent): DrawnBarcode {
  let cache = caches.get(encoder);
  if (!cache) {
    cache = new Map();
    caches.set(encoder, cache);
  }
  const format = formatOf(el.format);
  if (!format) throw new BarcodeFault("content", `unknown format ${el.format}`);
  const text = el.barcode_text;
  const below = format.retail && text?.enabled === true && text.position !== "top" ? (text.offset ?? TEXT_OFFSET) : null;
  const key = JSON.stringify([el.format, el.content, el.width, el.height, el.options, below, encodingKey(el.encoding)]);
  const known = cache.get(key);
  if (known) {
    counts.barcodes.hits++;
    return known;
  }
  counts.barcodes.misses++;
  const options = el.options ?? {};
  checkOptions(format, options);
  const input = { ...encoderInputOf(format, el.content, options), ...(el.encoding && { encoding: el.encoding }) };
  const symbol = encode(encoder, format, input);
  const retail = format.retail && below !== null ? { ...format.retail, text: input.text, offset: below } : null;
  const { path, cell, snaps, module, modules, retail: digits } = fitted(symbol, format, el, { options, retail });
  const made = { path, cell, shown: input.shown, snaps, module, modules, retail: digits };
  if (cache.size >= MAX_CACHED_SYMBOLS) cache.clear();
  cache.set(key, made);
  return made;
}

function checkOptions(format: Format, options: BarcodeOptions): void {
  for (const option of keysOf(options)) {
    if (options[option] !== undefined && !allows(format, option))
      throw new BarcodeFault("option", unknownField(optionsOf(format), { advice: `this format has no option ${option}` }), option);
  }
  const range = (
    option: "quiet_zone" | "module_width" | "bar_width_reduction" | "bar_ratio",
    ok: (v: number) => boolean,
    allowed: string,
  ): void => {
    const v = options[option];
    if (v !== undefined && !ok(v)) throw new BarcodeFault("option-value", must(allowed, String(v)), option);
  };
  range("quiet_zone", (v) => v >= 0, "at least 0 modules");
  range("module_width", (v) => v > 0, "more than 0 mm");
  range("bar_width_reduction", (v) => v >= 0, "at least 0 mm");
  range("bar_ratio", (v) => v >= 2 && v <= 3, "from 2 to 3");
  if (options.dpi !== undefined && ![203, 300, 600].includes(options.dpi))
    throw new BarcodeFault("option-value", must(["203", "300", "600"], String(options.dpi)), "dpi");
}

type Fitted = Omit<DrawnBarcode, "shown">;

/** `offset`: mm, bars to digits. */
interface Shown extends Retail {
  readonly text: string;
  readonly offset: number;
}

function fitted(
  symbol: Symbol,
  format: Format,
  frame: { readonly width: number; readonly height: number },
  { options, retail }: { readonly options: BarcodeOptions; readonly retail: Shown | null },
): Fitted {
  const quiet = options.quiet_zone ?? 0;
  if (symbol.kind === "drawn") {
    const module = symbol.width / 30;
    const across = symbol.width + 2 * quiet * module;
    const down = symbol.height + 2 * quiet * module;
    const [width, height] = [frame.width / across, frame.height / down];
    const cell = { width: cellOf(width), height: cellOf(height) };
    const room = { x: (frame.width - symbol.width * width) / 2, y: (frame.height - symbol.height * height) / 2 };
    const path = (): Path => scaled(symbol.path, width / cell.width, height / cell.height);
    return { path, cell: { ...room, ...cell }, snaps: false, module: Math.min(width, height), modules: 0, retail: null };
  }
  const grid = options.bar_ratio === undefined ? symbol.grid : withRatio(symbol.grid, options.bar_ratio);
  const bothWays = format.kind === "matrix";
  const dot = options.dpi === undefined ? null : 25.4 / options.dpi;
  const modules = grid.xs.at(-1)! + 2 * quiet;
  const rows = grid.ys.at(-1)! + (bothWays ? 2 * quiet : 0);
  const { module_width: declared } = options;
  if (declared !== undefined && declared * modules > frame.width + TOLERANCE)
    tooLarge(`a module of ${declared} mm makes the symbol ${near(declared * modules)} mm wide, the frame has ${frame.width} mm`);
  if (declared !== undefined && bothWays && declared * rows > frame.height + TOLERANCE)
    tooLarge(`a module of ${declared} mm makes the symbol ${near(declared * rows)} mm high, the frame has ${frame.height} mm`);
  const module = declared === undefined || dot === null ? declared : inDots(declared, dot, { modules, rows: bothWays ? rows : 0, frame });
  const moduleX = module ?? frame.width / modules;
  const moduleY = bothWays && module !== undefined ? module : frame.height / rows;
  const lines = dot === null ? exact(grid, moduleX, moduleY) : snapped(grid, { moduleX, moduleY, dot, frame, quiet, bothWays });
  const room = { x: (frame.width - lines.xs.at(-1)!) / 2, y: (frame.height - lines.ys.at(-1)!) / 2 };
  const cut = reduced({ xs: lines.xs, ys: lines.ys, dark: grid.dark }, options.bar_width_reduction ?? 0);
  const drawnRetail = retail && digitsOf(retail, { grid, lines, left: room.x });
  const borne = options.bearer_bars
    ? withBearers(cut, moduleX, dot)
    : retail && drawnRetail
      ? withGuards(cut, retail.guards, grid, onDots(drawnRetail.guardExtension + room.y, options.dpi))
      : cut;
  const cell = dot === null ? { width: cellOf(moduleX), height: bothWays ? cellOf(moduleY) : 1 } : { width: dot, height: dot };
  const path = (): Path =>
    outline(
      { xs: borne.xs.map((x) => x / cell.width), ys: borne.ys.map((y) => y / cell.height), dark: borne.dark },
      dot === null ? 0 : WITHIN_DOT / dot,
    );
  const across = lines.xs.at(-1)! / grid.xs.at(-1)!;
  const down = lines.ys.at(-1)! / grid.ys.at(-1)!;
  const drawnModule = { module: Math.min(across, bothWays ? down : across), modules: grid.xs.length - 1 };
  return { path, cell: { ...room, ...cell }, snaps: dot !== null, ...drawnModule, retail: drawnRetail };
}

/** mm: a smaller scale has no digits in a file. */
const LEAST_CELL = 0.001;
const cellOf = (module: number): number => Math.max(module, LEAST_CELL);

const scaled = (path: Path, x: number, y: number): Path => ({ ...path, coords: path.coords.map((v, i) => v * (i % 2 === 0 ? x : y)) });

/**
 * mm. Printers fill every dot that a shape touches (ISO 32000-2, 10.7.4), and numbers of a PDF are rounded: edges on the lines between dots would be
 * on either side of them.
 */
const WITHIN_DOT = 0.0004;
const TOLERANCE = 0.001;
const near = (v: number): number => Math.round(v * 1000) / 1000;
const tooLarge = (reason: string): never => {
  throw new BarcodeFault("option-value", reason, "module_width");
};

/** Two-width symbologies: elements wider than a module become `ratio` modules wide. */
function withRatio(grid: Grid, ratio: number): Grid {
  const xs = [0];
  for (let i = 1; i < grid.xs.length; i++) xs.push(xs[i - 1]! + (grid.xs[i]! - grid.xs[i - 1]! > 1 ? ratio : 1));
  return { ...grid, xs };
}

interface Lines {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

const exact = (grid: Grid, moduleX: number, moduleY: number): Lines => ({
  xs: grid.xs.map((x) => x * moduleX),
  ys: grid.ys.map((y) => y * moduleY),
});

interface Room {
  readonly modules: number;
  /** 0 for bars, whose height is the frame's */
  readonly rows: number;
  readonly frame: { readonly width: number; readonly height: number };
}

/** A declared module on a printer: the nearest number of dots for which the frame has room. */
function inDots(module: number, dot: number, { modules, rows, frame }: Room): number {
  const nearest = Math.round(module / dot) * dot;
  return nearest > 0 && nearest * modules <= frame.width && nearest * rows <= frame.height ? nearest : module;
}

interface Snapping extends Pick<Room, "frame"> {
  readonly moduleX: number;
  readonly moduleY: number;
  readonly dot: number;
  /** modules; of bars left and right only */
  readonly quiet: number;
  readonly bothWays: boolean;
}

/** Rounds bars, spaces and rows to whole printer dots: equal ones remain equal, and all have room. */
function snapped(grid: Grid, { moduleX, moduleY, dot, frame, quiet, bothWays }: Snapping): Lines {
  const along = (lines: readonly number[], module: number, most: number): number[] => {
    for (let per = Math.floor(module / dot + 1e-9); per >= 1; per--) {
      const out = [0];
      for (let i = 1; i < lines.length; i++) out.push(out[i - 1]! + Math.max(1, Math.round((lines[i]! - lines[i - 1]!) * per)));
      if (out.at(-1)! * dot <= most + 1e-9) return out.map((n) => n * dot);
    }
    throw new BarcodeFault("option-value", `a module would be ${near(module)} mm, less than a dot of ${near(dot)} mm`, "dpi");
  };
  // a linear symbol has one row, which ends on a dot
  const ys =
    grid.ys.length === 2
      ? [0, Math.max(1, Math.floor((grid.ys[1]! * moduleY) / dot + 1e-9)) * dot]
      : along(grid.ys, moduleY, frame.height - (bothWays ? 2 * quiet * moduleY : 0));
  return { xs: along(grid.xs, moduleX, frame.width - 2 * quiet * moduleX), ys };
}

/** Narrows bars, half on either side, against spreading ink. */
function reduced(grid: Grid, by: number): Grid {
  if (by === 0) return grid;
  const columns = grid.xs.length - 1;
  const rows = grid.ys.length - 1;
  const isBar = (c: number): boolean =>
    c >= 0 && c < columns && Array.from({ length: rows }, (_, r) => grid.dark[r * columns + c]).includes(1);
  const narrowest = least(grid.xs.slice(1).flatMap((x, c) => (isBar(c) ? [x - grid.xs[c]!] : [])));
  if (by >= narrowest)
    throw new BarcodeFault("option-value", must(`less than ${near(narrowest)} mm, the narrowest bar`, String(by)), "bar_width_reduction");
  return { ...grid, xs: grid.xs.map((x, i) => x + (isBar(i) ? by / 2 : 0) - (isBar(i - 1) ? by / 2 : 0)) };
}

/** Four modules, at top and bottom, joined to the other bars. `dot`: of the printer, null if absent. */
function withBearers(grid: Grid, module: number, dot: number | null): Grid {
  const height = grid.ys.at(-1)!;
  const most = Math.min(4 * module, height / 4);
  const thick = dot === null ? most : Math.max(1, Math.round(most / dot)) * dot;
  const columns = grid.xs.length - 1;
  const full = new Uint8Array(columns).fill(1);
  return { xs: grid.xs, ys: [0, thick, height - thick, height], dark: Uint8Array.from([...full, ...grid.dark, ...full]) };
}

function digitsOf(
  { groups, text, offset }: Shown,
  { grid, lines, left }: { readonly grid: Grid; readonly lines: Lines; readonly left: number },
): DrawnRetail {
  const last = grid.xs.at(-1)!;
  const module = lines.xs.at(-1)! / last;
  const at = (m: number): number => {
    const edge = grid.xs.indexOf(Math.min(last, Math.max(0, m)));
    return left + lines.xs[edge]! + (m < 0 ? m : m > last ? m - last : 0) * module;
  };
  return {
    guardExtension: Math.max(GUARD_EXTENSION * module, offset + GUARD_EXTENSION_BESIDE_DIGITS * module),
    module,
    groups: groups.map(({ digits, from, to, align, scale }) => ({
      text: text.slice(...digits),
      from: at(from),
      to: at(to),
      align,
      scale,
    })),
  };
}

/** Rounds up, if dpi is given. */
const onDots = (v: number, dpi: number | undefined): number => (dpi === undefined ? v : (Math.ceil((v * dpi) / 25.4 - 1e-9) * 25.4) / dpi);

/** `modules`: the grid in modules, with the same columns. */
function withGuards(grid: Grid, guards: Retail["guards"], modules: Grid, guardExtension: number): Grid {
  const columns = grid.xs.length - 1;
  const isGuard = (c: number): boolean => guards.some(([from, to]) => modules.xs[c]! >= from && modules.xs[c + 1]! <= to);
  const below = Uint8Array.from({ length: columns }, (_, c) => (isGuard(c) ? grid.dark[c]! : 0));
  const bottom = grid.ys.at(-1)!;
  return { xs: grid.xs, ys: [0, bottom, bottom + guardExtension], dark: Uint8Array.from([...grid.dark, ...below]) };
}
