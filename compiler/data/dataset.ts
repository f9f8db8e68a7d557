import type { DatasetDefinition, DatasetField, DatasetRow, Projection } from "../request/types/data.js";
import type { DocumentRequest } from "../request/types/document.js";

export type Scalar = string | number | boolean | null;

/** Own properties only: `constructor` is an ordinary name. */
const entry = <T>(registry: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  registry && Object.hasOwn(registry, name) ? registry[name] : undefined;

export const datasetOf = (request: DocumentRequest, name: string): DatasetDefinition | undefined => entry(request.datasets, name);
export const projectionOf = (request: DocumentRequest, name: string): Projection | undefined => entry(request.projections, name);

export const fieldOf = (dataset: DatasetDefinition, key: string): DatasetField | undefined => dataset.fields.find((f) => f.key === key);

/** Value of a cell; null if it is omitted. */
export const cellOf = (row: DatasetRow, key: string): Scalar => (Object.hasOwn(row, key) ? row[key]! : null);
