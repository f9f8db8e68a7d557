// By name (element model, Limits); the setting is `PLATEN_LIMIT_` and the name in capitals.
import { keysOf, tableOf } from "../../base/lookup.js";

export const CONTRACT_LIMITS = {
  flow_page_masters: 32,
  flow_segments: 100,
  flow_styles: 64,
  flow_nodes: 1024,
  flow_elements: 1024,
  flow_destinations: 1024,
  flow_master_elements: 32,
  flow_style_rules: 256,
  flow_scope_rules: 64,
  markdown_bytes: 1_048_576,
  chart_labels: 512,
  chart_series: 16,
  chart_points: 4096,
  chart_annotations: 32,
  chart_text_runs: 16_384,
  chart_text_bytes: 1_048_576,
  chart_gradient_fills: 512,
  datasets: 32,
  projections: 64,
  dataset_fields: 128,
  dataset_rows: 1024,
  dataset_cells: 16_384,
  dataset_bytes: 1_048_576,
  projection_columns: 128,
  projection_series: 16,
  projection_references: 256,
  output_cells: 65_536,
  output_bytes: 2_097_152,
  output_heap_bytes: 5_242_880,
  glyph_fills: 300_000,
  path_segments: 1024,
  patterns: 32,
  font_instances: 64,
  fields: 5000,
  field_options: 1000,
  image_pixels: 67_108_864,
  request_pixels: 134_217_728,
  pdf_bytes: 67_108_864,
  pdf_objects: 500_000,
  pdf_decoded_bytes: 268_435_456,
  pdf_depth: 256,
  batch_items: 10,
  einvoice_xml_bytes: 2_097_152,
  invoice_lines: 10_000,
  inspect_bytes: 67_108_864,
} as const;

export type LimitName = keyof typeof CONTRACT_LIMITS;
export type Limits = Readonly<Record<LimitName, number>>;

export const LEAST_LIMIT = 1;
export const MOST_LIMIT = 1_000_000_000;
export const isLimit = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= LEAST_LIMIT && value <= MOST_LIMIT;

export const limitSetting = (name: LimitName): string => `PLATEN_LIMIT_${name.toUpperCase()}`;

/** Writes a bound with its setting: "at most 1024 (PLATEN_LIMIT_FLOW_NODES)". */
export const atMost = (limits: Limits, name: LimitName): string => `at most ${limits[name]} (${limitSetting(name)})`;

export function limitsWith(given: Partial<Limits> | undefined, defaults: Limits = CONTRACT_LIMITS): Limits {
  if (given === undefined) return defaults;
  // undefined: absent
  return Object.assign({ ...defaults }, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
}

/** Applies smaller given bounds, for callers without an account. */
export function withinContract(given: Limits): Limits {
  return tableOf(keysOf(CONTRACT_LIMITS), (name) => Math.min(CONTRACT_LIMITS[name], given[name]));
}

/** Adds the setting of the exceeded bound. */
export const withSetting = (reason: string, exceeded: LimitName | null): string =>
  exceeded === null ? reason : `${reason} (${limitSetting(exceeded)})`;
