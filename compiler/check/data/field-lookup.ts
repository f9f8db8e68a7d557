import { formatFound } from "../../core/fail.js";
import type { Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import type { DatasetDefinition, DatasetField } from "../../request/types/data.js";
import type { Report } from "../values/report.js";
import { unknownName } from "./names.js";

export interface FieldRequirement {
  readonly type: DatasetField["type"];
  /** null is refused */
  readonly filled?: boolean;
}

export class FieldLookup {
  readonly #fields: ReadonlyMap<string, DatasetField>;

  constructor(
    readonly r: Report,
    readonly name: string,
    dataset: DatasetDefinition,
  ) {
    this.#fields = new Map(dataset.fields.map((f) => [f.key, f] as const));
  }

  /** Undefined, with a problem, if absent or not as required. */
  find(key: string, src: Src, required?: FieldRequirement): DatasetField | undefined {
    const field = this.#fields.get(key);
    if (!field) {
      this.r.add("projection-field", src, unknownName(key, "field", `of the dataset ${this.name}`, [...this.#fields.keys()]));
      return undefined;
    }
    if (!required) return field;
    if (field.type !== required.type) {
      this.r.add("projection-field-type", src, must(`a field of type ${required.type}`, `${formatFound(key)}, of type ${field.type}`));
      return undefined;
    }
    if (!required.filled || field.nullable !== true) return field;
    this.r.add("projection-field-type", src, must("a field that is not nullable", formatFound(key)));
    return undefined;
  }
}
