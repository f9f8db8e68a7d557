import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { datasetOf } from "../../data/dataset.js";
import { outputKey } from "../../data/project-table.js";
import { breaks, must } from "../../help/reason.js";
import type { Numbers } from "../../locale/numbers.js";
import type { Projection, TableProjection } from "../../request/types/data.js";
import type { DocumentRequest } from "../../request/types/document.js";
import { checkJoinedFormats, checkNumberFormat } from "../values/number-format.js";
import type { Report } from "../values/report.js";
import { CHART_PROJECTION_CHECK } from "./lazy-modules.js";
import { FieldLookup } from "./field-lookup.js";
import { unknownName } from "./names.js";

interface ProjectionPlace {
  readonly sent: DocumentRequest;
  /** with problems; their values are not checked further */
  readonly faulty: ReadonlySet<string>;
  readonly numbers: Numbers;
}

/** Unused ones too. @param faulty datasets with problems, whose values are not checked further @returns true if usable */
export function checkProjection(r: Report, projection: Projection, src: Src, { sent, faulty, numbers }: ProjectionPlace): boolean {
  const before = r.count;
  const dataset = datasetOf(sent, projection.dataset);
  if (!dataset) {
    const names = Object.keys(sent.datasets ?? {});
    r.add("projection-dataset", at(src, "dataset"), unknownName(projection.dataset, "dataset", "of the request", names));
    return false;
  }
  const sound = !faulty.has(projection.dataset);
  const fields = new FieldLookup(r, projection.dataset, dataset);
  if (projection.type === "table") checkTableProjection(r, projection, src, { fields, numbers });
  else CHART_PROJECTION_CHECK.get().checkChartProjection(r, projection, src, { fields, numbers, rows: sound ? dataset.rows : [] });
  return sound && r.count === before;
}

function checkTableProjection(
  r: Report,
  { columns }: TableProjection,
  src: Src,
  { fields, numbers }: { readonly fields: FieldLookup; readonly numbers: Numbers },
): void {
  if (columns.length === 0) r.add("projection-columns", at(src, "columns"), "at least one column is needed, found none");
  const seen = new Set<string>();
  columns.forEach((column, i) => {
    const here = at(src, "columns", i);
    const field = fields.find(column.field, at(here, "field"));
    if (column.format && field && field.type !== "number")
      r.add("projection-format", at(here, "format"), breaks("only numbers are formatted", `a format on a field of type ${field.type}`));
    checkNumberFormat(r, column.format, at(here, "format"), numbers);
    checkJoinedFormats(r, [{ format: column.format, src: at(here, "format") }]);
    const key = outputKey(column);
    const keyed = at(here, column.key === undefined ? "field" : "key");
    if (key === "") r.add("projection-key", keyed, must("a key that is not empty", '""'));
    else if (seen.has(key)) r.add("projection-key", keyed, must("a key that no other column has", formatFound(key)));
    seen.add(key);
  });
}
