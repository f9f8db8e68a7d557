// Lowering of page masters to page geometry and furniture.
import type { Rect } from "../../../ir/ir.js";
import type { BodyArea, ByParity, Furniture, FurnitureVariant, PageColumns, PageMaster, PageSelector } from "../../box/page.js";
import { at, type Src } from "../../core/src.js";
import { pt } from "../../core/units.js";
import { masterMargins, type Margins } from "../../request/master.js";
import { pageSize } from "../../request/page-size.js";
import type { MaterializedElement, MaterializedMaster } from "../../request/materialized.js";
import { FurnitureLowering } from "../furniture.js";
import type { LowerContext, Scope } from "../scope.js";
import { isFromRight } from "./group.js";

export interface LoweredMaster {
  readonly master: PageMaster;
  readonly area: BodyArea;
}

type Part = "header" | "footer";
const VARIANTS = [
  ["blank", { of: "sequence", position: "blank", parity: "any" }],
  ["first", { of: "sequence", position: "first", parity: "any" }],
  ["last", { of: "sequence", position: "last", parity: "any" }],
  ["odd", { of: "sequence", position: "any", parity: "odd" }],
  ["even", { of: "sequence", position: "any", parity: "even" }],
] as const satisfies readonly (readonly [string, PageSelector])[];

/** Lowers the regions of a master (element model, Page Master; decisions §1, Margins of masters). */
export function lowerMaster(declared: MaterializedMaster, src: Src, scope: Scope, cx: LowerContext): LoweredMaster {
  const size = pageSize(declared)!;
  const page: Rect = { x: 0, y: 0, width: pt(size.width), height: pt(size.height) };
  const margins = masterMargins(declared.layout);
  const heights = { header: pt(declared.header?.layout.height ?? 0), footer: pt(declared.footer?.layout.height ?? 0) };
  // equal sums: pages of both parities are exactly equal in size, and text is broken for both at once
  const within = (m: Margins): Rect => ({
    x: pt(m.left),
    y: pt(m.top),
    width: page.width - (pt(m.left) + pt(m.right)),
    height: page.height - (pt(m.top) + pt(m.bottom)),
  });
  const both = (of: (rect: Rect) => Rect): ByParity => ({ odd: of(within(margins.odd)), even: of(within(margins.even)) });
  const body = both((r) => ({ ...r, y: r.y + heights.header, height: r.height - heights.header - heights.footer }));
  const areas: Readonly<Record<Part, ByParity>> = {
    header: both((r) => ({ ...r, height: heights.header })),
    footer: both((r) => ({ ...r, y: r.y + r.height - heights.footer, height: heights.footer })),
  };
  const lowering = new FurnitureLowering(page, scope, cx, "sequence");
  const section = (part: Part): readonly Furniture[] => {
    const variants = sectionVariants(declared, part, { src, lowering, area: areas[part] });
    return variants.length > 0 ? [{ part, opacity: 1, variants }] : [];
  };
  const furniture = lowering.around(declared.layers, at(src, "layers"), () => [...section("header"), ...section("footer")]);
  const { width, height } = page;
  const { binding_side: binding = cx.rtl ? "right" : "left" } = declared.layout ?? {};
  const rightPages = binding === "right" ? "even" : "odd";
  return { master: { width, height, body, furniture, rightPages }, area: { first: body, later: body, columns: columnsOf(declared, cx) } };
}

function columnsOf({ layout }: MaterializedMaster, cx: LowerContext): PageColumns {
  const { count = 1, gap = 0, direction } = layout?.columns ?? {};
  return { count, gap: pt(gap), direction: isFromRight(direction, cx) ? "rtl" : "ltr" };
}

/** Variants for some pages precede the one for all; two of each with alternating margins. */
function sectionVariants(
  master: MaterializedMaster,
  part: Part,
  { src, lowering, area }: { readonly src: Src; readonly lowering: FurnitureLowering; readonly area: ByParity },
): readonly FurnitureVariant[] {
  const { [part]: base, variants } = master;
  if (!base) return [];
  const changes = area.odd.x !== area.even.x || area.odd.y !== area.even.y;
  const out: FurnitureVariant[] = [];
  const add = (on: PageSelector, elements: readonly MaterializedElement[] | undefined, here: Src): void => {
    const parities = on.parity !== "any" ? [on.parity] : changes ? (["odd", "even"] as const) : (["any"] as const);
    for (const parity of parities) {
      const content = area[parity === "even" ? "even" : "odd"];
      out.push(lowering.section(part, { ...on, parity }, elements ?? [], { src: here, content }));
    }
  };
  for (const [name, on] of VARIANTS) {
    const variant = variants?.[name]?.[part];
    if (variant) add(on, variant.elements, at(src, "variants", name, part));
  }
  add({ of: "sequence", position: "any", parity: "any" }, base.elements, at(src, part));
  return out;
}
