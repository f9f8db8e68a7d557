import { formatFound, type Problem } from "../../core/fail.js";
import { atMost, type LimitName, type Limits } from "../../core/limits.js";
import { at, ROOT, type Src } from "../../core/src.js";
import { utf8Length } from "../../data/budget.js";
import { cellOf } from "../../data/dataset.js";
import { must, onKey } from "../../help/reason.js";
import type { Numbers } from "../../locale/numbers.js";
import type { DatasetDefinition } from "../../request/types/data.js";
import type { DocumentRequest } from "../../request/types/document.js";
import { Report } from "../values/report.js";
import { checkDataset } from "./dataset.js";
import { checkProjection } from "./projection.js";

export interface Registries {
  readonly problems: readonly Problem[];
  readonly sound: ReadonlySet<string>;
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Unused ones too. Separate reports: problems of one do not hide the other's. */
export function checkRegistries(sent: DocumentRequest, numbers: Numbers, limits: Limits): Registries {
  const [datasets, projections] = [new Report(limits), new Report(limits)];
  const faulty = new Set<string>();
  const sound = new Set<string>();
  for (const [name, dataset] of Object.entries(sent.datasets ?? {})) {
    const src = at(ROOT, "datasets", name);
    const before = datasets.count;
    checkName(datasets, name, src);
    checkDataset(datasets, dataset, src);
    if (datasets.count > before) faulty.add(name);
  }
  checkTotals(datasets, Object.values(sent.datasets ?? {}));
  checkProjectionCount(projections, Object.keys(sent.projections ?? {}).length, at(ROOT, "projections"));
  for (const [name, projection] of Object.entries(sent.projections ?? {})) {
    const src = at(ROOT, "projections", name);
    checkName(projections, name, src);
    if (checkProjection(projections, projection, src, { sent, faulty, numbers })) sound.add(name);
  }
  return { problems: [...datasets.problems, ...projections.problems], sound };
}

function checkName(r: Report, name: string, src: Src): void {
  if (!NAME.test(name))
    r.add("registry-name", src, onKey(must("a name of 1 to 64 of a-z 0-9 _, beginning with a letter", formatFound(name))));
}

/** Checks totals of one request, or of several that make one document. */
export function checkTotals(r: Report, datasets: readonly DatasetDefinition[], src = at(ROOT, "datasets")): void {
  const cells = datasets.reduce((n, { fields, rows }) => n + fields.length * rows.length, 0);
  const bytes = datasets.reduce((n, dataset) => n + stringBytes(dataset), 0);
  const within = (name: LimitName, found: number, what: string): void => {
    if (found > r.limits[name]) r.add("dataset-totals", src, must(atMost(r.limits, name), `${found} ${what}`));
  };
  within("datasets", datasets.length, "datasets");
  within("dataset_cells", cells, "cells (fields times rows) in all");
  within("dataset_bytes", bytes, "bytes of strings in UTF-8 in all");
}

/** Projections of one request, or of several that make one document. */
function checkProjectionCount(r: Report, found: number, src: Src): void {
  if (found > r.limits.projections) r.add("projection-totals", src, must(atMost(r.limits, "projections"), `${found} projections`));
}

/** UTF-8; names of fields and units do not count. */
function stringBytes({ fields, rows }: DatasetDefinition): number {
  let bytes = 0;
  for (const { key, type } of fields) {
    if (type !== "string") continue;
    for (const row of rows) {
      const value = cellOf(row, key);
      if (typeof value === "string") bytes += utf8Length(value);
    }
  }
  return bytes;
}
