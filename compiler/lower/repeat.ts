// A layer's `repeat` to the pages of the document, or of the segment, that it is on.
import type { PageSelector } from "../box/page.js";
import type { Repeat } from "../request/types/layers.js";

const POSITIONS: Readonly<Record<Repeat, PageSelector["position"]>> = { all_pages: "any", first_page: "first", last_page: "last" };

/** The pages of a document or a sequence that a layer's `repeat` selects; all of them where it is absent. */
export const onPages = (repeat: Repeat = "all_pages", of: PageSelector["of"] = "document"): PageSelector => ({
  of,
  position: POSITIONS[repeat],
  parity: "any",
});
