// Paragraphs and links to what they read of the layout of the document.
import type { BoxLink } from "./link.js";
import type { StyledParagraph } from "./text.js";

/** Facts of the layout that a text reads. */
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

/** True if text reads the layout, so that it is shaped only when the layout is known. */
export const readsFacts = (reads: Reads): boolean => reads.page || reads.totalPages;

/** Reads of either of two. */
export function joinReads(a: Reads, b: Reads): Reads {
  if (a === NO_READS) return b;
  if (b === NO_READS) return a;
  return { page: a.page || b.page, totalPages: a.totalPages || b.totalPages, linksTo: Math.max(a.linksTo, b.linksTo) };
}

/** Reads of any part of a list. */
export function readsOfAll<T>(parts: readonly T[] | Iterable<T>, of: (part: T) => Reads): Reads {
  let reads = NO_READS;
  // most are arrays of a few parts, of which there are many
  if (isArray(parts)) for (let i = 0; i < parts.length; i++) reads = joinReads(reads, of(parts[i]!));
  else for (const part of parts) reads = joinReads(reads, of(part));
  return reads;
}

const isArray = <T>(parts: readonly T[] | Iterable<T>): parts is readonly T[] => Array.isArray(parts);

/** Reads of a link: its target page sequence, if it has one. */
export const readsOfLink = (link: BoxLink | null): Reads =>
  link && "page" in link.target ? { page: false, totalPages: false, linksTo: link.target.page } : NO_READS;

/** Reads of the variables and links of a paragraph's runs. */
export const readsOfParagraph = (p: StyledParagraph): Reads =>
  readsOfAll(p.runs, ({ text, link }) => {
    const linked = readsOfLink(link);
    if (typeof text === "string") return linked;
    if ("mark" in text) return text.note ? joinReads(linked, readsOfAll(text.note.paragraphs, readsOfParagraph)) : linked;
    return joinReads(linked, { page: text.variable === "page", totalPages: text.variable === "total_pages", linksTo: -1 });
  });
