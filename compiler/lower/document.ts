// A request of either authoring mode to a book: each entry of `pages`, or each segment of a Flow Document, to a page sequence.
import type { Profile } from "../../ir/ir.js";
import type { Book } from "../box/page.js";
import type { ChartText } from "../chart/text.js";
import { at, ROOT } from "../core/src.js";
import type { World } from "../core/world.js";
import type { Pictures } from "../picture/load.js";
import { profileOf } from "../request/profile.js";
import type { Materialized } from "../request/materialized.js";
import { PageLowering } from "./canvas-page.js";
import { FlowLowering } from "./flow/document.js";
import { lowerMetadata } from "./metadata.js";
import { enter, LowerContext, SERVICE_SCOPE, type Scope } from "./scope.js";

/** A checked request to a book: defaults cascade into elements, millimetres become points, elements become boxes. */
export function lowerDocument(request: Materialized, world: World, pictures: Pictures, chartText: (language: string) => ChartText): Book {
  const metadata = lowerMetadata(request, world);
  const cx = new LowerContext(metadata.language, world, pictures, chartText(metadata.language));
  const profile = profileOf(request) as Profile | null;
  const flows = request.flow_document !== undefined;
  const tagged = flows || profile === "pdfa-ua1";
  return { metadata, profile, tagged, ...sequences(request, enter(SERVICE_SCOPE, request.settings?.defaults), cx) };
}

function sequences(request: Materialized, scope: Scope, cx: LowerContext): Pick<Book, "length" | "sequence"> {
  const { flow_document: flow } = request;
  if (flow) {
    const lowering = new FlowLowering(flow, scope, cx);
    return { length: flow.segments.length, sequence: (index) => lowering.segment(index) };
  }
  const pages = request.pages ?? [];
  return {
    length: pages.length,
    sequence: (index) => new PageLowering(request, pages[index]!, at(ROOT, "pages", index), scope, cx).sequence(),
  };
}
