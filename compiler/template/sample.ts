import type { ObjectShape, Shape } from "./schema.js";
import type { Template } from "./template.js";

/** Values of fields without a default. */
export interface SampleValues {
  /** absent: the field's name, or a date if that ends in date */
  readonly string?: string;
  readonly number: number;
  /** Returns the value of the next boolean field. */
  readonly boolean: () => boolean;
  /** elements of an array */
  readonly elements: number;
}

const SHOWN: SampleValues = { number: 1, boolean: () => true, elements: 2 };

/** Default, or its name; dotted fields become objects. */
export const sampleRecord = ({ plan }: Template): Record<string, unknown> => sampleOf(plan.shape, SHOWN);

/** Has a value for every field. */
export const sampleOf = ({ fields }: ObjectShape, values: SampleValues): Record<string, unknown> =>
  Object.fromEntries([...fields].map(([name, shape]) => [name, valueOf(name, shape, values)]));

function valueOf(name: string, shape: Shape, values: SampleValues): unknown {
  if (shape.kind === "object") return sampleOf(shape, values);
  if (shape.fallback !== undefined && shape.fallback !== "") return shape.fallback;
  switch (shape.type) {
    case "string":
      return values.string ?? (/(?:^|_)date$/.test(name) ? "2026-01-31" : name.replaceAll("_", " "));
    case "number":
      return values.number;
    case "boolean":
      return values.boolean();
    case "array": {
      const { items } = shape;
      const word = values.string ?? name.replaceAll("_", " ");
      return Array.from({ length: values.elements }, (_, i) => (items ? sampleOf(items, values) : `${word} ${i + 1}`));
    }
  }
}
