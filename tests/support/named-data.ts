import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { NO_LOCALES, NO_MARKDOWN } from "../../compiler/core/world.js";
import { engine } from "../../golden/cases.js";
import { check } from "../../compiler/check/document.js";
import { inOrder } from "../../compiler/check/values/report.js";
import { messageOf, type Problem } from "../../compiler/core/fail.js";
import { materialize } from "../../compiler/data/materialize.js";
import type { ChartElement } from "../../compiler/request/types/chart.js";
import type { ChartProjection, DatasetDefinition, ProjectionSeries, TableProjection } from "../../compiler/request/types/data.js";
import type { DocumentRequest, FixedCanvasRequest } from "../../compiler/request/types/document.js";
import type { Element } from "../../compiler/request/types/element.js";
import type { TableElement } from "../../compiler/request/types/table.js";
import { TextEngine } from "../../compiler/text/shape/engine.js";
import "./all-modules.js";

/** Fields of a series beside field and name, of one of its forms. */
export type SeriesPart<T = ProjectionSeries> = T extends ProjectionSeries
  ? Omit<T, "field" | "name"> & Partial<Pick<T, "field" | "name">>
  : never;

export const SALES: DatasetDefinition = {
  fields: [
    { key: "month", type: "string" },
    { key: "amount", type: "number", unit: "EUR" },
    { key: "cost", type: "number", nullable: true, unit: "EUR" },
    { key: "share", type: "number", unit: "percent" },
    { key: "plain", type: "number" },
    { key: "closed", type: "boolean" },
    { key: "note", type: "string", nullable: true },
    { key: "kind", type: "string" },
  ],
  rows: [
    { month: "Jan", amount: 1200.5, cost: 800, share: 12.5, plain: 1, closed: true, note: null, kind: "delta" },
    { month: "Feb", amount: -40, cost: null, share: 0, plain: 2, closed: true, kind: "subtotal" },
    { month: "Mar", amount: 0, share: 99.9, plain: 3, closed: false, note: "open", kind: "total" },
  ],
};

export const TABLE: TableProjection = { type: "table", dataset: "sales", columns: [{ field: "month" }, { field: "amount", key: "a" }] };
export const CHART: ChartProjection = {
  type: "chart",
  dataset: "sales",
  category: { field: "month" },
  series: [{ field: "amount", name: "Amount" }],
};

export const tableOf = (projection: string, ...keys: string[]): TableElement => ({
  type: "table",
  layout: { left: 10, flow: true },
  columns: keys.map((key) => ({ key, header: key, width: { mode: "fixed", value: 20 } })),
  rows: { projection },
});
export const chartOf = (projection: string, kind: ChartElement["kind"] = "bar"): ChartElement => ({
  type: "chart",
  kind,
  layout: { left: 10, top: 10, flow: false },
  width: 80,
  height: 50,
  data: { projection },
});

export const named = (
  projections: NonNullable<DocumentRequest["projections"]>,
  elements: Element[] = [],
  datasets: NonNullable<DocumentRequest["datasets"]> = { sales: SALES },
): FixedCanvasRequest => ({ datasets, projections, pages: [{ size: "a4", elements }] });

export function problemsIn(request: DocumentRequest): readonly Problem[] {
  const world = engine.world();
  const found = check(
    materialize(request, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN }),
    new TextEngine(world).fonts,
    world,
  );
  return inOrder(request, found).filter((p) => p.rule !== "unbuilt");
}

export const saidOf = (request: DocumentRequest): readonly string[] => problemsIn(request).map((p) => `${p.rule} ${messageOf(p)}`);
