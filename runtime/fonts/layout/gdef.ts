// Validation of GDEF (OpenType 1.9).
import { LayoutTable } from "./layout-table.js";

export class Gdef extends LayoutTable {
  /** @throws FontFault */
  check(): void {
    const { t } = this;
    if (t.u16(0) !== 1) t.fault(`version ${t.u16(0)}`);
    this.optional(4, 0, (at) => this.classes(at));
    this.optional(6, 0, (at) => {
      const count = t.u16(at + 2);
      this.optional(at, at, (c) => this.coverage(c, count));
      this.all(at + 4, count, at, (point) => t.within(point, 2 + 2 * t.u16(point)));
    });
    this.optional(8, 0, (at) => {
      const count = t.u16(at + 2);
      this.optional(at, at, (c) => this.coverage(c, count));
      this.all(at + 4, count, at, (glyph) => this.all(glyph + 2, t.u16(glyph), glyph, (caret) => t.within(caret, 4)));
    });
    this.optional(10, 0, (at) => this.classes(at));
    if (t.u16(2) < 2) return;
    this.optional(12, 0, (at) => {
      for (let i = 0, n = t.u16(at + 2); i < n; i++) this.coverage(at + t.u32(at + 4 + 4 * i));
    });
  }
}
