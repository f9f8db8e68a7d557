// Headings that begin on a page or before it (L19).
import type { TitleVariable } from "../box/text.js";
import { eachAnchored } from "./facts.js";
import type { PageFragment } from "./pages.js";
import type { Fragment } from "./protocol/protocol.js";

const LEVELS = 9;

/** Titles of a page by level from 1. */
export interface PageTitles {
  /** of the last heading on the page or before it; "" if absent */
  readonly last: readonly string[];
  /** on the page; null if absent */
  readonly first: readonly (string | null)[];
}

const NOTHING: PageTitles = { last: [], first: [] };

export const titleOn = ({ last, first }: PageTitles, { heading, first: isFirst }: TitleVariable): string =>
  (isFirst ? first[heading - 1] : null) ?? last[heading - 1] ?? "";

/** Titles are found in page order. A heading empties the titles of deeper levels, one that is not outlined its own level too (SW-17). */
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
    // most pages have no heading: nothing is made for them
    let found: { readonly last: string[]; readonly first: (string | null)[] } | null = null;
    for (const { fragment } of page.body)
      eachAnchored(fragment, ({ box, children }) => {
        if (box.kind !== "anchored" || box.heading === null || box.heading.level > LEVELS) return;
        const { level, outlined } = box.heading;
        found ??= {
          last: Array.from({ length: LEVELS }, (_, i) => this.#titles.last[i] ?? ""),
          first: Array.from({ length: LEVELS }, () => null),
        };
        found.last.fill("", level - 1);
        if (!outlined) return;
        const title = this.textOf(children[0]!.fragment);
        found.last[level - 1] = title;
        found.first[level - 1] ??= title;
      });
    if (found) this.#titles = found;
    else if (this.#titles.first !== NOTHING.first) this.#titles = { last: this.#titles.last, first: NOTHING.first };
    return this.#titles;
  }
}
