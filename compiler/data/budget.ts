import type { NumberFormatOptions } from "../core/number-format.js";
import type { Numbers } from "../locale/numbers.js";
import type { MaterializedData } from "../request/materialized.js";
import type { DatasetDefinition, TableProjection } from "../request/types/data.js";
import { cellOf } from "./dataset.js";
import { shownBy } from "./project-table.js";

export interface OutputSize {
  readonly cells: number;
  readonly bytes: number;
  /** estimated bytes of memory, independent of the machine */
  readonly heap: number;
}

/** estimated bytes: value, string without its characters, UTF-16 unit, table row or chart point */
const HEAP = { cell: 16, string: 24, unit: 2, group: 48 } as const;

class Meter {
  cells = 0;
  bytes = 0;
  heap = 0;

  value(value: unknown): void {
    this.cells++;
    this.heap += HEAP.cell;
    if (typeof value === "string") this.string(value);
  }

  string(text: string): void {
    this.bytes += utf8Length(text);
    this.heap += HEAP.string + HEAP.unit * text.length;
  }

  group(): void {
    this.heap += HEAP.group;
  }

  get size(): OutputSize {
    return { cells: this.cells, bytes: this.bytes, heap: this.heap };
  }
}

export function tableSize({ columns }: TableProjection, { rows }: DatasetDefinition, numbers: Numbers, mostCells: number): OutputSize {
  const cells = rows.length * columns.length;
  if (cells > mostCells) return { cells, bytes: 0, heap: 0 };
  const meter = new Meter();
  for (const _ of rows) meter.group();
  for (const column of columns) for (const row of rows) meter.value(shownBy(column, row, numbers));
  return meter.size;
}

/** Bounds the size of a table without number formatting, as most projections are far below the limits. */
export function tableSizeAtMost({ columns }: TableProjection, { rows }: DatasetDefinition, numbers: Numbers): OutputSize {
  const meter = new Meter();
  for (const _ of rows) meter.group();
  for (const { field, format } of columns) {
    const around = format ? utf8Length(format.prefix ?? "") + utf8Length(format.suffix ?? "") : 0;
    for (const row of rows) {
      const value = cellOf(row, field);
      meter.value(value);
      if (!format || typeof value !== "number") continue;
      const text = around + bytesAtMost(value, format, numbers);
      meter.bytes += text;
      meter.heap += HEAP.string + HEAP.unit * text;
    }
  }
  return meter.size;
}

/** Decimals of the smallest number without an exponent. */
const DECIMALS = 22;

/** Upper bound of bytes: integer digits plus one for rounding; unusual and localized numbers are formatted. */
function bytesAtMost(value: number, { prefix: _prefix, suffix: _suffix, ...look }: NumberFormatOptions, numbers: Numbers): number {
  const size = Math.abs(value);
  if ((size !== 0 && (size < 1e-6 || size >= 1e21)) || numbers.localized(look)) return utf8Length(numbers.text(value, look));
  const whole = size < 1e5 ? 6 : size < 1e11 ? 12 : 22;
  const commas = look.grouping ? Math.floor(whole / 3) : 0;
  return whole + commas + (look.decimals ?? DECIMALS) + SIGN_POINT_UNIT;
}
/** sign or parentheses, point, unit */
const SIGN_POINT_UNIT = 4;

export function chartSize({ labels = [], series }: MaterializedData): OutputSize {
  const meter = new Meter();
  for (const label of labels) meter.value(label);
  for (const s of series) {
    meter.string(s.name);
    for (const list of [s.values, s.lower_values, s.upper_values, s.point_kinds]) for (const v of list ?? []) meter.value(v);
    for (const { x, y, size } of s.points ?? []) {
      meter.group();
      for (const v of size === undefined ? [x, y] : [x, y, size]) meter.value(v);
    }
  }
  return meter.size;
}

/** Length in UTF-8 bytes; lone surrogates are excluded earlier. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
