import { TOLERANCE_MM } from "../../core/geom.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import { SLIP_SIZE } from "../../request/symbol-size.js";
import type { PlacementFields } from "../../request/types/common.js";
import type { PaymentSlip, PaymentSlipElement } from "../../request/types/payment-slip.js";
import type { CheckContext } from "../place/place.js";
import { checkPlacement } from "../values/placement.js";
import type { Report } from "../values/report.js";
import { checkBarcode } from "./barcode.js";

type SlipPlace = Pick<CheckContext, "fonts" | "barcodes">;
/** mm; null if unknown */
type PageSize = Readonly<Record<"width" | "height", number>> | null;

/** Checks a slip of a page or a segment (MS-25). */
export function checkPaymentSlip(r: Report, { payload }: PaymentSlip, src: Src, size: PageSize, place: SlipPlace): void {
  if (payload.kind === "swiss_qr") checkBarcode(r, { payload }, src, place);
  else
    r.add(
      "payment-slip-payload",
      at(src, "payload", "kind"),
      must('"swiss_qr"', JSON.stringify(payload.kind), { advice: "a payment slip is that of a Swiss QR-bill" }),
    );
  const { width, height } = SLIP_SIZE;
  if (size && (size.width < width - TOLERANCE_MM || size.height < height - TOLERANCE_MM))
    r.add("payment-slip-page", src, must(`on a page of at least ${width} × ${height} mm`, `one of ${size.width} × ${size.height} mm`));
}

/** `another`: the page has a slip before it */
export function checkSlipElement(
  r: Report,
  el: PaymentSlipElement,
  src: Src,
  { size, another }: { readonly size: PageSize; readonly another: boolean },
  place: SlipPlace,
): void {
  checkPaymentSlip(r, el, src, size, place);
  if (another) r.add("payment-slip-count", src, must("the only payment slip of its page", "another before it"));
  const layout: PlacementFields = el.layout ?? {};
  if (layout.flow) r.add("payment-slip-flow", at(src, "layout", "flow"), "a payment slip does not flow: leave flow out");
  const sideways = layout.left !== undefined || layout.right !== undefined || layout.anchor !== undefined;
  const upright = layout.top !== undefined || layout.bottom !== undefined;
  const placed = { ...layout, ...(!sideways && { left: 0 }), ...(!upright && { bottom: 0 }) };
  const given = (name: string) => ({ name, given: true });
  const how = { layout: placed, type: el.type, byCoordinates: false, widthField: given("width"), heightField: given("height") };
  checkPlacement(r, how, src, { owner: "body", flowed: false });
}
