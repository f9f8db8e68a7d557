import { CHART_PROJECTION_CHECK } from "./check/data/lazy-modules.js";
import { FIELD_CHECK } from "./check/field/lazy-modules.js";
import { BARCODE_CHECK, CHART_CHECK, SECURITY_CHECK, SIGNATURE_CHECK, SLIP_CHECK } from "./check/elements/lazy-modules.js";
import { LazyModule, type Need } from "./core/lazy-module.js";
import { BARCODE_LOWERING, CHART_DRAWING, CHART_TEXT, FIELD_LOWERING, SECURITY_LOWERING, SLIP_LOWERING } from "./lower/lazy-modules.js";
import { SVG_READER } from "./picture/load/lazy-modules.js";
import { STYLE_MATCHING } from "./picture/svg/style/lazy-modules.js";
import type { DocumentRequest } from "./request/types/document.js";

export const PICTURE_LOADING = new LazyModule("pictures", () => import("./picture/load/load.js"));
export const MERGING = new LazyModule("merged documents", () => import("./template/merge.js"));
export const MISSING_GLYPHS = new LazyModule("missing glyphs", () => import("./layout/missing-glyphs.js"));

export const LAZY_MODULES: readonly LazyModule<unknown>[] = [
  BARCODE_CHECK,
  BARCODE_LOWERING,
  CHART_CHECK,
  CHART_DRAWING,
  CHART_PROJECTION_CHECK,
  CHART_TEXT,
  FIELD_CHECK,
  FIELD_LOWERING,
  MERGING,
  MISSING_GLYPHS,
  PICTURE_LOADING,
  SECURITY_CHECK,
  SECURITY_LOWERING,
  SIGNATURE_CHECK,
  SLIP_CHECK,
  SLIP_LOWERING,
  STYLE_MATCHING,
  SVG_READER,
];

/** May contain an unnecessary need (a data row with a `type`), never lacks one. */
function needsOf(request: DocumentRequest): ReadonlySet<Need> {
  const needs = new Set<Need>();
  if (request.settings?.security) needs.add("passwords");
  if (request.settings?.signatures) needs.add("signatures");
  if (request.settings?.attachments || request.settings?.signatures) needs.add("pictures");
  const rest: unknown[] = [request];
  for (let value; (value = rest.pop()) !== undefined;) {
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) if (typeof value[i] === "object") rest.push(value[i]);
      continue;
    }
    // fields by name, since objects of a request have many forms
    for (const key in value) {
      const inner = (value as Readonly<Record<string, unknown>>)[key];
      if (typeof inner === "object") rest.push(inner);
      if (inner === undefined) continue;
      switch (key) {
        case "type":
          needOf(inner, value, needs);
          break;
        case "field":
          if (typeof inner === "object" && inner !== null) needs.add("fields");
          break;
        case "label_for":
          needs.add("fields");
          break;
        case "barcode":
          needs.add("barcodes");
          break;
        case "image":
        case "import":
          needs.add("pictures");
      }
    }
  }
  return needs;
}

const NEED_OF_TYPE: ReadonlyMap<unknown, Need> = new Map([
  ["chart", "charts"],
  ["field", "fields"],
  ["barcode", "barcodes"],
  ["payment_slip", "barcodes"],
  ["image", "pictures"],
]);

function needOf(type: unknown, of: object, needs: Set<Need>): void {
  const need = NEED_OF_TYPE.get(type);
  if (need !== undefined) needs.add(need);
  else if (type === "markdown" && String((of as { source?: unknown }).source).includes("![")) needs.add("pictures");
}

/** Loads what a request needs, without delay if all is loaded. */
export async function loadModulesFor(request: DocumentRequest): Promise<void> {
  const missing = LAZY_MODULES.filter((module) => !module.loaded);
  if (missing.length === 0) return;
  const needs = needsOf(request);
  await Promise.all(
    missing.map((module) => (needs.has(module.need) || (module === CHART_TEXT && needs.has("fields")) ? module.demand() : null)),
  );
}

/** Loads all modules but those of SVG files, which take longest: their users wait. */
export async function preloadModules(): Promise<void> {
  await Promise.all(LAZY_MODULES.map((module) => (module === SVG_READER || module === STYLE_MATCHING ? null : module.demand())));
}
