import type { Problem } from "../core/fail.js";
import { formatFound } from "../core/fail.js";
import { at, ROOT, type Src } from "../core/src.js";
import type { World } from "../core/world.js";
import { must } from "../help/reason.js";
import { Numbers } from "../locale/numbers.js";
import { pageSize } from "../request/page-size.js";
import type { PageMargin } from "../request/types/common.js";
import type { Materialization, Materialized, MaterializedPage, MaterializedSection } from "../request/materialized.js";
import { NamedData } from "./data/named-data.js";
import { fieldName, labelUses } from "../request/field-labels.js";
import { fieldUses } from "../request/fields.js";
import type { OfferedSigner } from "../request/signatures.js";
import { isAccessible } from "../request/profile.js";
import { checkElement, checkElements } from "./elements/element.js";
import { checkFlow } from "./flow/document.js";
import { destinationsOf } from "./flow/destinations.js";
import { checkAlone, checkImport } from "./values/import.js";
import { SLIP_CHECK } from "./elements/lazy-modules.js";
import { FIELD_CHECK } from "./field/lazy-modules.js";
import { checkLayers } from "./elements/layers.js";
import { checkNumbers } from "./values/numbers.js";
import { meaningPlace, Titles } from "./place/meaning.js";
import type { CheckContext } from "./place/place.js";
import { inOrder, Report, type PassedNodes } from "./values/report.js";
import { checkMargin, checkSettings } from "./elements/settings.js";
import type { FontNames } from "./values/style.js";
import { checkSize } from "./values/size.js";
import { TEXT_PROFILES } from "./values/text-profile.js";

/** Checks all semantic rules (API-002) without text shaping. */
export function check(
  given: Materialization,
  fonts: FontNames,
  world: Pick<World, "barcodes" | "locales" | "limits">,
  {
    embeds = false,
    signers = [],
    passed = null,
  }: { readonly embeds?: boolean; readonly signers?: readonly OfferedSigner[]; readonly passed?: PassedNodes | null } = {},
): readonly Problem[] {
  const { sent, request } = given;
  const r = new Report(world.limits, passed);
  checkNumbers(r, sent, ROOT);
  if (r.problems.length > 0) return r.problems;
  const numbers = new Numbers(world.locales, request.settings?.locale);
  const data = new NamedData(given, numbers, world.limits);
  checkSettings(r, request, { fonts, numbers, embeds, signers, fields: () => fieldUses(sent) });
  checkRoots(r, request);
  const flow = request.flow_document;
  const names = flow ? destinationsOf(r, flow) : null;
  const fields = FIELD_CHECK.loaded ? fieldUses(sent) : [];
  const fieldNames = new Set(fields.map(({ el }) => fieldName(el.name)));
  const titles = new Titles();
  const place = (owner: "body" | "section" | "layer"): CheckContext => ({
    owner,
    profile: TEXT_PROFILES[owner === "body" ? "full" : owner === "section" ? "section" : "layer"],
    flow: request.settings?.layout?.flow ?? false,
    targets: { pages: request.pages?.length ?? 0, destinations: names, fields: fieldNames },
    fonts,
    numbers,
    defaults: request.settings?.defaults,
    linked: false,
    data,
    barcodes: world.barcodes,
    accessible: isAccessible(request),
    meaning: meaningPlace(owner === "body" ? "content" : "region", titles),
  });
  if (flow) checkFlow(r, flow, place);
  if (request.pages?.length === 0)
    r.add("pages-empty", at(ROOT, "pages"), 'at least one page is needed, found none: [{"size": "a4", "elements": []}]');
  request.pages?.forEach((page, i) => checkPage(r, request, page, at(ROOT, "pages", i), place("body")));
  for (const part of ["header", "footer"] as const) checkSection(r, request, request[part], at(ROOT, part), place("section"));
  checkLayers(r, request.layers, at(ROOT, "layers"), place("layer"));
  if (FIELD_CHECK.loaded) FIELD_CHECK.get().checkForm(r, fields, labelUses(sent));
  return [...r.problems, ...data.problems()];
}

/** Returns the first problem in the order of the request as sent (decisions §2). */
export const firstProblem = (request: object, problems: readonly Problem[]): Problem | undefined => inOrder(request, problems)[0];

const FLOW_INSTEAD = {
  flow: "everything flows",
  gap_after: "a stack has a gap",
  start_top: "content begins at the top margin of the page master",
  page_margin: "page_masters.NAME.layout.page_margin has it",
  pagination: "nodes have pagination",
} as const;

function checkRoots(r: Report, request: Materialized): void {
  if (!request.flow_document) return;
  for (const part of ["layers", "header", "footer"] as const) {
    if (request[part])
      r.add(
        "flow-root-furniture",
        at(ROOT, part),
        `a Flow Document has no ${part} at its root: put it in flow_document.page_masters.NAME.${part}`,
      );
  }
  for (const field of ["flow", "gap_after", "start_top", "page_margin", "pagination"] as const) {
    if (request.settings?.layout?.[field] !== undefined)
      r.add(
        "flow-layout-control",
        at(ROOT, "settings", "layout", field),
        `${field} belongs to documents with pages: in a Flow Document ${FLOW_INSTEAD[field]}`,
      );
  }
}

function checkPage(r: Report, request: Materialized, page: MaterializedPage, src: Src, place: CheckContext): void {
  if (page.import) {
    checkAlone(r, page, [], src);
    return checkImport(r, page.import, at(src, "import"));
  }
  checkSize(r, page, src);
  const own = page.layout?.page_margin;
  checkMargin(r, own, at(src, "layout", "page_margin"));
  const size = pageSize(page);
  if (size) {
    const m: PageMargin = { ...request.settings?.layout?.page_margin, ...own };
    const where = own ? at(src, "layout", "page_margin") : at(ROOT, "settings", "layout", "page_margin");
    const room = { width: size.width - (m.left ?? 0) - (m.right ?? 0), height: size.height - (m.top ?? 0) - (m.bottom ?? 0) };
    for (const side of ["width", "height"] as const) {
      if (!(room[side] > 0)) r.add("margin-room", where, `the margins leave no ${side}: the page has ${size[side]} mm, make them smaller`);
    }
  }
  let slips = 0;
  page.elements?.forEach((el, i) => {
    const here = at(src, "elements", i);
    if (el.type === "payment_slip") SLIP_CHECK.get().checkSlipElement(r, el, here, { size, another: slips++ > 0 }, place);
    else checkElement(r, el, here, place);
  });
}

function checkSection(r: Report, request: Materialized, section: MaterializedSection | undefined, src: Src, place: CheckContext): void {
  if (!section) return;
  const { height } = section.layout;
  r.notNegative(height, at(src, "layout"), "height");
  const lowest = (request.pages ?? []).reduce((least, p) => Math.min(least, pageSize(p)?.height ?? Infinity), Infinity);
  if (height >= lowest)
    r.add("section-height", at(src, "layout", "height"), must(`less than the height of the page, ${lowest} mm`, formatFound(height)));
  checkElements(r, section.elements, at(src, "elements"), place);
}
