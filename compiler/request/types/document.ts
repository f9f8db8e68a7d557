// The root of a request: settings, pages, sections and layers.
import type { PageMargin } from "./common.js";
import type { DatasetDefinition, Projection } from "./data.js";
import type { Element } from "./element.js";
import type { FlowDocument } from "./flow.js";
import type { Layers, Section } from "./layers.js";
import type { Defaults } from "./shape.js";

/** The body of POST /api/v1/pdf/render. */
export interface DocumentRequest {
  /** accepted and ignored, for editors */
  $schema?: string;
  settings?: Settings;
  datasets?: Datasets;
  projections?: Projections;
  layers?: Layers;
  header?: Section;
  footer?: Section;
  /** exactly one of `pages` and `flow_document` */
  pages?: Page[];
  flow_document?: FlowDocument;
}

export interface Datasets {
  [name: string]: DatasetDefinition;
}

export interface Projections {
  [name: string]: Projection;
}

/** One explicit page of a Fixed Canvas; `size`, or `width` and `height`. */
export interface Page {
  /** a preset's name in any case: a4, a6, letter, legal, label_100_100, label_100_150, label_4_6_in */
  size?: string;
  /** mm, 10..=2000 */
  width?: number;
  /** mm, 10..=2000 */
  height?: number;
  layout?: PageLayout;
  elements?: Element[];
}

export interface PageLayout {
  page_margin?: PageMargin;
}

export interface Settings {
  defaults?: Defaults;
  metadata?: MetadataSettings;
  output?: OutputSettings;
  /** pdfa-1b, pdfa-2b, pdfa-3b, pdfa-4, pdfa-2u, pdfa-3u, pdfa-ua1; another value is API-002, so it is checked, not decoded */
  profile?: string;
  layout?: LayoutSettings;
  /** only on the e-invoice route; here always API-002, whatever it holds */
  e_invoice?: unknown;
  /** @writeOnly true */
  security?: SecuritySettings;
}

export interface MetadataSettings {
  title?: string;
  author?: string;
  subject?: string;
  creator?: string;
  producer?: string;
  /** BCP 47 */
  language?: string;
}

export interface OutputSettings {
  /** binary or file; another value is API-002, so it is checked, not decoded */
  mode?: string;
  file_name?: string;
}

/** Fixed Canvas controls. */
export interface LayoutSettings {
  flow?: boolean;
  /** mm */
  gap_after?: number;
  /** mm */
  start_top?: number;
  page_margin?: PageMargin;
  pagination?: PaginationSettings;
}

export interface PaginationSettings {
  /** mm */
  continuation_top_gap?: number;
  /** mm */
  continuation_top_gap_with_header?: number;
}

export interface SecuritySettings {
  algorithm?: "aes_256" | "aes_128";
  /** @writeOnly true */
  open_password?: string;
  /** @writeOnly true */
  owner_password?: string;
  permissions?: Permissions;
}

export interface Permissions {
  print?: boolean;
  print_high_quality?: boolean;
  modify?: boolean;
  copy?: boolean;
  annotate?: boolean;
  fill_forms?: boolean;
  extract_accessibility?: boolean;
  assemble?: boolean;
}
