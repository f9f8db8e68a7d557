import type { Problem } from "../../core/fail.js";
import { atMost, type LimitName, type Limits } from "../../core/limits.js";
import { at, from, ROOT, type Src } from "../../core/src.js";
import { chartSize, tableSize, tableSizeAtMost, type OutputSize } from "../../data/budget.js";
import { misfitOf } from "../../data/consumer.js";
import { datasetOf, projectionOf } from "../../data/dataset.js";
import { chartCells } from "../../data/project-chart.js";
import { outputKey } from "../../data/project-table.js";
import { must } from "../../help/reason.js";
import type { Numbers } from "../../locale/numbers.js";
import type { Materialization, MaterializedChart, MaterializedElement, MaterializedTable } from "../../request/materialized.js";
import type { Projection, TableProjection } from "../../request/types/data.js";
import { inOrder, Report } from "../values/report.js";
import { listed, unknownName } from "./names.js";
import { checkRegistries, type Registries } from "./registries.js";

/** Checked on first use. Problems of a reference are in its element's report. */
export class NamedData {
  readonly #registries: Registries;
  readonly #references: Src[] = [];
  readonly #sizes = new Map<string, OutputSize>();

  constructor(
    readonly given: Materialization,
    readonly numbers: Numbers,
    readonly limits: Limits,
  ) {
    this.#registries = checkRegistries(given.sent, numbers, limits);
  }

  refersTo(el: MaterializedElement): boolean {
    return this.#nameOf(el) !== undefined;
  }

  checkTable(r: Report, el: MaterializedTable, src: Src): boolean {
    const projection = this.#find(r, el, src, "table");
    if (!projection) return false;
    const before = r.count;
    checkKeys(r, el, projection, src);
    this.#checkSize(r, el, projection, src);
    return r.count === before;
  }

  checkChart(r: Report, el: MaterializedChart, src: Src): boolean {
    const projection = this.#find(r, el, src, "chart");
    if (!projection) return false;
    const before = r.count;
    const misfit = misfitOf(el.kind, projection);
    if (misfit) r.add("projection-fit", from(src, at(this.#src(el), ...misfit.part)), misfit.reason);
    else this.#checkSize(r, el, projection, src);
    return r.count === before;
  }

  /** Returns the problems; it must be called last. */
  problems(): readonly Problem[] {
    const r = new Report(this.limits);
    const references = this.#references;
    const most = this.limits.projection_references;
    if (references.length > most) {
      const placeholder = { code: "API-002", rule: "", reason: "" } as const;
      const ordered = inOrder(
        this.given.sent,
        references.map((src) => ({ ...placeholder, src })),
      );
      const reason = must(atMost(this.limits, "projection_references"), `${references.length} references to projections in the request`);
      r.add("references-count", ordered[most]!.src, reason);
    }
    return [...this.#registries.problems, ...r.problems];
  }

  #nameOf(el: MaterializedElement): string | undefined {
    return this.given.unresolved.get(el) ?? ("projected" in el ? el.projected?.name : undefined);
  }

  #src(el: MaterializedElement): Src {
    return at(ROOT, "projections", this.#nameOf(el)!);
  }

  /** Null if of another type, or with problems. */
  #find<T extends Projection["type"]>(r: Report, el: MaterializedElement, src: Src, type: T): Extract<Projection, { type: T }> | null {
    this.#references.push(src);
    const { sent } = this.given;
    const name = this.#nameOf(el)!;
    const projection = projectionOf(sent, name);
    const names = Object.keys(sent.projections ?? {});
    if (!projection) {
      r.add("projection-name", src, unknownName(name, "projection", "of the request", names));
      return null;
    }
    if (projection.type !== type) {
      const fitting = names.filter((n) => projectionOf(sent, n)!.type === type);
      const those = fitting.length === 0 ? `no ${type} projection is defined` : `the request defines ${listed(fitting)}`;
      r.add(
        "projection-type",
        from(src, this.#src(el)),
        must(`a ${type} projection`, `a ${projection.type} projection`, { advice: those }),
      );
      return null;
    }
    return this.#registries.sound.has(name) ? (projection as Extract<Projection, { type: T }>) : null;
  }

  #checkSize(r: Report, el: MaterializedTable | MaterializedChart, projection: Projection, src: Src): void {
    const { cells, bytes, heap } = this.#sizeOf(el, projection);
    const here = from(src, this.#src(el));
    const within = (name: LimitName, found: number, what: string): void => {
      if (found > r.limits[name]) r.add("projected-size", here, must(`${atMost(r.limits, name)} ${what} for one reference`, String(found)));
    };
    within("output_cells", cells, "cells");
    within("output_bytes", bytes, "bytes of strings in UTF-8");
    within("output_heap_bytes", heap, "bytes of memory, by estimate,");
  }

  /** Equal for all references to one projection. */
  #sizeOf(el: MaterializedTable | MaterializedChart, projection: Projection): OutputSize {
    const name = this.#nameOf(el)!;
    let size = this.#sizes.get(name);
    if (!size) this.#sizes.set(name, (size = this.#measure(el, projection)));
    return size;
  }

  #measure(el: MaterializedTable | MaterializedChart, projection: Projection): OutputSize {
    const dataset = datasetOf(this.given.sent, projection.dataset)!;
    const { limits } = this;
    if (projection.type === "table") {
      const most = tableSizeAtMost(projection, dataset, this.numbers);
      return most.bytes <= limits.output_bytes && most.heap <= limits.output_heap_bytes
        ? most
        : tableSize(projection, dataset, this.numbers, limits.output_cells);
    }
    const cells = chartCells(projection, dataset);
    return el.type === "chart" && cells <= limits.output_cells ? chartSize(el.data) : { cells, bytes: 0, heap: 0 };
  }
}

/** The columns of a table are those of its projection, in any order. */
function checkKeys(r: Report, { columns }: MaterializedTable, projection: TableProjection, src: Src): void {
  const has = new Set(columns.map((c) => c.key));
  const given = new Set(projection.columns.map(outputKey));
  const unused = [...given].filter((key) => !has.has(key));
  const missing = [...has].filter((key) => !given.has(key));
  if (unused.length + missing.length === 0) return;
  const parts = [
    ...(missing.length > 0 ? [`it has no field for ${listed(missing)}`] : []),
    ...(unused.length > 0 ? [`the table has no column ${listed(unused)}`] : []),
  ];
  r.add("projection-keys", src, `the keys of the table's columns and of the projection must be the same: ${parts.join(", and ")}`);
}
