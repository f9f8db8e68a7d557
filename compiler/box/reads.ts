// Paragraphs and links to what they read of the layout of the document.
import type { BoxLink } from "./link.js";
import type { StyledParagraph } from "./text.js";

/** What of the layout is read. */
export interface Reads {
  /** the folio of the page that the text is on */
  readonly page: boolean;
  /** the number of pages of the document */
  readonly totalPages: boolean;
  /** the last page sequence that a link goes to, counted from 0; -1: none */
  readonly linksTo: number;
}

/** Nothing of the layout is read. */
export const NO_READS: Reads = { page: false, totalPages: false, linksTo: -1 };

/** Whether text reads the layout, so that it can be shaped only when the layout is known. */
export const readsFacts = (reads: Reads): boolean => reads.page || reads.totalPages;

/** What either of two reads. */
export function joinReads(a: Reads, b: Reads): Reads {
  if (a === NO_READS) return b;
  if (b === NO_READS) return a;
  return { page: a.page || b.page, totalPages: a.totalPages || b.totalPages, linksTo: Math.max(a.linksTo, b.linksTo) };
}

/** What any of a list's parts reads. */
export function readsOfAll<T>(parts: readonly T[] | Iterable<T>, of: (part: T) => Reads): Reads {
  let reads = NO_READS;
  // most are arrays of a few parts, of which there are many
  if (isArray(parts)) for (let i = 0; i < parts.length; i++) reads = joinReads(reads, of(parts[i]!));
  else for (const part of parts) reads = joinReads(reads, of(part));
  return reads;
}

const isArray = <T>(parts: readonly T[] | Iterable<T>): parts is readonly T[] => Array.isArray(parts);

/** What a link reads: the page sequence that it goes to, where it goes to one. */
export const readsOfLink = (link: BoxLink | null): Reads =>
  link && "page" in link.target ? { page: false, totalPages: false, linksTo: link.target.page } : NO_READS;

/** What the variables and links of a paragraph's runs read. */
export const readsOfParagraph = (p: StyledParagraph): Reads =>
  readsOfAll(p.runs, ({ text, link }) => {
    const linked = readsOfLink(link);
    if (typeof text === "string") return linked;
    return joinReads(linked, { page: text.variable === "page", totalPages: text.variable === "total_pages", linksTo: -1 });
  });
