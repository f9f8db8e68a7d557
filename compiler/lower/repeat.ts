// A layer's `repeat` to the pages of the document that it is on.
import type { PageSelector } from "../box/page.js";
import type { Repeat } from "../request/types/layers.js";

const POSITIONS: Readonly<Record<Repeat, PageSelector["position"]>> = { all_pages: "any", first_page: "first", last_page: "last" };

/** The pages of the document that a layer's `repeat` selects; all of them where it is absent. */
export const onPages = (repeat: Repeat = "all_pages"): PageSelector => ({ of: "document", position: POSITIONS[repeat], parity: "any" });
