import type { PageSelector } from "../box/page.js";
import type { Repeat } from "../request/types/layers.js";

const POSITIONS: Readonly<Record<Repeat, PageSelector["position"]>> = { all_pages: "any", first_page: "first", last_page: "last" };

/** Returns the pages of an element; all if absent. */
export const onPages = (repeat: Repeat = "all_pages", of: PageSelector["of"] = "document"): PageSelector => ({
  of,
  position: POSITIONS[repeat],
  parity: "any",
});
