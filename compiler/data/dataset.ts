// Lookup of names in registries, datasets and rows.
import type { DatasetDefinition, DatasetField, DatasetRow, Projection } from "../request/types/data.js";
import type { DocumentRequest } from "../request/types/document.js";

/** A value of a dataset. */
export type Scalar = string | number | boolean | null;

/** An entry of a registry; own properties only, hence `constructor` is an ordinary name. */
const entry = <T>(registry: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  registry && Object.hasOwn(registry, name) ? registry[name] : undefined;

export const datasetOf = (request: DocumentRequest, name: string): DatasetDefinition | undefined => entry(request.datasets, name);
export const projectionOf = (request: DocumentRequest, name: string): Projection | undefined => entry(request.projections, name);

export const fieldOf = (dataset: DatasetDefinition, key: string): DatasetField | undefined => dataset.fields.find((f) => f.key === key);

/** Value of a field in a row; null if omitted. */
export const cellOf = (row: DatasetRow, key: string): Scalar => (Object.hasOwn(row, key) ? row[key]! : null);
