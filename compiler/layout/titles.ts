// Headings that begin on a page or before it (L19).
import type { TitleVariable } from "../box/text.js";
import { eachAnchored } from "./facts.js";
import type { PageFragment } from "./pages.js";
import type { Fragment } from "./protocol.js";

const LEVELS = 9;

/** By level from 1. */
export interface PageTitles {
  /** of the last heading on the page or before it; "" if absent */
  readonly last: readonly string[];
  /** on the page; null if absent */
  readonly first: readonly (string | null)[];
}

const NOTHING: PageTitles = { last: [], first: [] };

export const titleOn = ({ last, first }: PageTitles, { heading, first: isFirst }: TitleVariable): string =>
  (isFirst ? first[heading - 1] : null) ?? last[heading - 1] ?? "";

/** In page order. A heading empties the titles of deeper levels. */
export class RunningTitles {
  #titles = NOTHING;
  #page = -1;

  /** @param textOf in one line */
  constructor(readonly textOf: (fragment: Fragment) => string) {}

  /** The last or the next page. */
  on(page: PageFragment): PageTitles {
    const { number } = page.place;
    if (number === this.#page) return this.#titles;
    this.#page = number;
    const last = Array.from({ length: LEVELS }, (_, i) => this.#titles.last[i] ?? "");
    const first: (string | null)[] = Array.from({ length: LEVELS }, () => null);
    for (const { fragment } of page.body)
      eachAnchored(fragment, ({ box, children }) => {
        if (box.kind !== "anchored" || box.heading === null || box.heading > LEVELS) return;
        const title = this.textOf(children[0]!.fragment);
        last[box.heading - 1] = title;
        last.fill("", box.heading);
        first[box.heading - 1] ??= title;
      });
    return (this.#titles = { last, first });
  }
}
