// Running titles: the headings that begin on a page or before it (L19).
import type { TitleVariable } from "../box/text.js";
import { eachAnchored } from "./facts.js";
import type { PageFragment } from "./pages.js";
import type { Fragment } from "./protocol.js";

/** Greatest level of a running title. */
const LEVELS = 9;

/** Titles of one page, by level from 1. */
export interface PageTitles {
  /** of the last heading on the page or before it; "" if absent */
  readonly last: readonly string[];
  /** of the first heading that begins on the page; null if absent */
  readonly first: readonly (string | null)[];
}

const NOTHING: PageTitles = { last: [], first: [] };

export const titleOn = ({ last, first }: PageTitles, { heading, first: isFirst }: TitleVariable): string =>
  (isFirst ? first[heading - 1] : null) ?? last[heading - 1] ?? "";

/** Follows the headings of pages in order. A heading empties the titles of deeper levels. */
export class RunningTitles {
  #titles = NOTHING;
  #page = -1;

  /** @param textOf of a heading's fragment, in one line */
  constructor(readonly textOf: (fragment: Fragment) => string) {}

  /** Titles of a page, the last or the next one. */
  on(page: PageFragment): PageTitles {
    const { number } = page.place;
    if (number === this.#page) return this.#titles;
    this.#page = number;
    // most pages have no heading: nothing is made for them
    let found: { readonly last: string[]; readonly first: (string | null)[] } | null = null;
    for (const { fragment } of page.body)
      eachAnchored(fragment, ({ box, children }) => {
        if (box.kind !== "anchored" || box.heading === null || box.heading > LEVELS) return;
        const title = this.textOf(children[0]!.fragment);
        found ??= {
          last: Array.from({ length: LEVELS }, (_, i) => this.#titles.last[i] ?? ""),
          first: Array.from({ length: LEVELS }, () => null),
        };
        found.last[box.heading - 1] = title;
        found.last.fill("", box.heading);
        found.first[box.heading - 1] ??= title;
      });
    if (found) this.#titles = found;
    else if (this.#titles.first !== NOTHING.first) this.#titles = { last: this.#titles.last, first: NOTHING.first };
    return this.#titles;
  }
}
