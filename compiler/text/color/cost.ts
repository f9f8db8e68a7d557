// Bounds of drawings (FT-11).
import { PAINT, type ColorTable } from "./table.js";

const MOST_LEVELS = 64;
const MOST_FILLS = 20_000;
const MOST_COMPOSITE = 27;
const MOST_EXTEND = 2;

interface Cost {
  readonly levels: number;
  readonly fills: number;
}
const FILL: Cost = { levels: 1, fills: 1 };

/** Counts what a glyph refers to: each paint once, however often it is shared. */
export class ColorCosts {
  readonly #paints = new Map<number, Cost | null>();
  readonly #glyphs = new Map<number, Cost | null>();

  constructor(readonly table: ColorTable) {}

  /** Fills of a drawn glyph. @throws FontFault with the glyph's number */
  fills(gid: number): number {
    return this.#glyph(gid, gid).fills;
  }

  #glyph(gid: number, of: number): Cost {
    const known = this.#glyphs.get(gid);
    if (known) return this.#bounded(known, of);
    if (known === null) this.table.fault(`glyph ${of} contains itself`);
    this.#glyphs.set(gid, null);
    const { table } = this;
    const paint = table.paintOf(gid);
    const cost = paint === null ? this.#layers(gid, of) : this.#paint(paint, of);
    table.clipOf(gid);
    this.#glyphs.set(gid, cost);
    return this.#bounded(cost, of);
  }

  #layers(gid: number, of: number): Cost {
    const layers = this.table.layersOf(gid) ?? [];
    for (const layer of layers) {
      this.#outline(layer.gid, of);
      this.#color(layer.palette, of);
    }
    return { levels: 1, fills: layers.length };
  }

  #bounded(cost: Cost, of: number): Cost {
    if (cost.levels > MOST_LEVELS) this.table.fault(`glyph ${of} has more than ${MOST_LEVELS} paints inside one another`);
    if (cost.fills > MOST_FILLS) this.table.fault(`glyph ${of} has more than ${MOST_FILLS} fills`);
    return cost;
  }

  #paint(at: number, of: number): Cost {
    const known = this.#paints.get(at);
    if (known) return known;
    if (known === null) this.table.fault(`glyph ${of} contains itself`);
    this.#paints.set(at, null);
    // recursion ends at the bound: levels are counted after it
    if (++this.#depth > 2 * MOST_LEVELS) this.table.fault(`glyph ${of} has more than ${MOST_LEVELS} paints inside one another`);
    const cost = this.#read(at, of);
    this.#depth--;
    this.#paints.set(at, cost);
    return this.#bounded(cost, of);
  }

  #depth = 0;

  #around(inner: readonly Cost[]): Cost {
    let [levels, fills] = [0, 0];
    for (const cost of inner) {
      levels = Math.max(levels, cost.levels);
      fills += cost.fills;
    }
    return { levels: levels + 1, fills };
  }

  #read(at: number, of: number): Cost {
    const { table } = this;
    const { format, isVariable, fields } = table.paint(at);
    switch (format) {
      case PAINT.layers: {
        const [count, first] = [fields.u8(), fields.u32()];
        return this.#around(Array.from({ length: count }, (_, i) => this.#paint(table.layer(first + i), of)));
      }
      case PAINT.solid:
        this.#color(fields.u16(), of);
        fields.fraction();
        return FILL;
      case PAINT.linear:
      case PAINT.radial:
      case PAINT.sweep:
        this.#colorLine(fields.offset(), isVariable, of);
        fields.variable(isVariable, format === PAINT.sweep ? 8 : 12);
        return FILL;
      case PAINT.glyph: {
        const inner = fields.offset();
        this.#outline(fields.u16(), of);
        return this.#around([this.#paint(inner, of)]);
      }
      case PAINT.colorGlyph: {
        const gid = fields.u16();
        if (table.paintOf(gid) === null) table.fault(`glyph ${of} refers to glyph ${gid}, which has no paint`);
        return this.#around([this.#glyph(gid, of)]);
      }
      case PAINT.composite: {
        const source = fields.offset();
        const mode = fields.u8();
        if (mode > MOST_COMPOSITE) table.fault(`glyph ${of} has a composite mode ${mode}`);
        return this.#around([this.#paint(source, of), this.#paint(fields.offset(), of)]);
      }
      default: {
        const inner = fields.offset();
        if (format === PAINT.transform) table.fieldsAt(fields.offset()).variable(isVariable, 24);
        return this.#around([this.#paint(inner, of)]);
      }
    }
  }

  #outline(gid: number, of: number): void {
    if (gid >= this.table.glyphs) this.table.fault(`glyph ${of} refers to glyph ${gid}, there are ${this.table.glyphs}`);
  }

  #color(index: number, of: number): void {
    try {
      this.table.color(index);
    } catch {
      this.table.fault(`glyph ${of} names palette entry ${index}, which is not there`);
    }
  }

  #colorLine(at: number, isVariable: boolean, of: number): void {
    const line = this.table.fieldsAt(at);
    const [extend, count] = [line.u8(), line.u16()];
    if (extend > MOST_EXTEND) this.table.fault(`glyph ${of} has an extend mode ${extend}`);
    const size = isVariable ? 10 : 6;
    for (let i = 0; i < count; i++) {
      const stop = this.table.fieldsAt(at + 3 + size * i).variable(isVariable, 6);
      stop.fraction();
      this.#color(stop.u16(), of);
      stop.fraction();
    }
  }
}

/** Checks every drawing. @throws FontFault with the glyph's number */
export function checkColors(table: ColorTable): void {
  const costs = new ColorCosts(table);
  for (const gid of table.drawn()) {
    if (gid >= table.glyphs) table.fault(`glyph ${gid} is drawn, there are ${table.glyphs}`);
    costs.fills(gid);
    table.layersOf(gid);
  }
}
