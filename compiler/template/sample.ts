import type { ObjectShape, Shape } from "./schema.js";
import type { Template } from "./template.js";

const ELEMENTS = 2;

/** Default, or its name; dotted fields become objects. */
export const sampleRecord = ({ plan }: Template): Record<string, unknown> => sampleOf(plan.shape);

const sampleOf = ({ fields }: ObjectShape): Record<string, unknown> =>
  Object.fromEntries([...fields].map(([name, shape]) => [name, valueOf(name, shape)]));

function valueOf(name: string, shape: Shape): unknown {
  if (shape.kind === "object") return sampleOf(shape);
  if (shape.fallback !== undefined && shape.fallback !== "") return shape.fallback;
  switch (shape.type) {
    case "string":
      return /(?:^|_)date$/.test(name) ? "2026-01-31" : name.replaceAll("_", " ");
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array": {
      const { items } = shape;
      return Array.from({ length: ELEMENTS }, (_, i) => (items ? sampleOf(items) : `${name.replaceAll("_", " ")} ${i + 1}`));
    }
  }
}
