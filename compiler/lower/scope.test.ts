import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import type { Defaults } from "../request/types/shape.js";
import { enter, SERVICE_SCOPE, type Scope } from "./scope.js";

/* Laws of `defaults` in settings and containers: each group is inherited field by field, from the nearest declaration. */

const color = fc.constantFrom("#aabbcc", "#123456");
const level: fc.Arbitrary<Defaults> = fc.record(
  {
    text: fc.record({ font_size: fc.integer({ min: 4, max: 20 }), color }, { requiredKeys: [] }),
    stroke: fc.record({ color, width: fc.constantFrom(0.1, 1), cap: fc.constantFrom("round", "butt") }, { requiredKeys: [] }),
    fill: fc.record({ color, opacity: fc.constantFrom(0.5, 1) }, { requiredKeys: [] }),
    shape: fc.record({ corner_radius: fc.constantFrom(0, 1, 2) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const merged = <T extends object>(declared: readonly (T | undefined)[]): T | undefined => {
  const found = declared.filter((d) => d !== undefined);
  return found.length === 0 ? undefined : (Object.assign({}, ...found) as T);
};

test("of each field the nearest defaults that declare it count", () => {
  fc.assert(
    fc.property(fc.array(fc.option(level, { nil: undefined }), { maxLength: 4 }), (levels) => {
      const found = levels.reduce<Scope>(enter, SERVICE_SCOPE);
      expect(found.stroke).toEqual(merged(levels.map((l) => l?.stroke)));
      expect(found.fill).toEqual(merged(levels.map((l) => l?.fill)));
      expect(found.cornerRadius).toBe(merged(levels.map((l) => l?.shape))?.corner_radius ?? 0);
      const text = merged(levels.map((l) => l?.text));
      expect(found.text.look.size).toBe(text?.font_size ?? 12);
      expect(found.text.look.color).toBe(text?.color?.toUpperCase() ?? "#000000");
      expect(found.sizeDeclared).toBe(text?.font_size !== undefined);
    }),
    { numRuns: runs(200) },
  );
});
