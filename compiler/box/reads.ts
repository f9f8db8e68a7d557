import type { BoxLink } from "./link.js";
import type { StyledParagraph, Variable } from "./text.js";

export interface Reads {
  /** folio of its page */
  readonly page: boolean;
  readonly totalPages: boolean;
  readonly places: boolean;
  readonly titles: boolean;
  /** last page sequence that a link goes to, from 0; -1: none */
  readonly linksTo: number;
}

export const NO_READS: Reads = { page: false, totalPages: false, places: false, titles: false, linksTo: -1 };

/** Text that reads the layout is shaped only when the layout is known. */
export const readsFacts = (reads: Reads): boolean => reads.page || reads.totalPages || reads.places || reads.titles;

export function joinReads(a: Reads, b: Reads): Reads {
  if (a === NO_READS) return b;
  if (b === NO_READS) return a;
  return {
    page: a.page || b.page,
    totalPages: a.totalPages || b.totalPages,
    places: a.places || b.places,
    titles: a.titles || b.titles,
    linksTo: Math.max(a.linksTo, b.linksTo),
  };
}

export function readsOfAll<T>(parts: readonly T[] | Iterable<T>, of: (part: T) => Reads): Reads {
  let reads = NO_READS;
  // mostly arrays of a few parts, many times
  if (isArray(parts)) for (let i = 0; i < parts.length; i++) reads = joinReads(reads, of(parts[i]!));
  else for (const part of parts) reads = joinReads(reads, of(part));
  return reads;
}

const isArray = <T>(parts: readonly T[] | Iterable<T>): parts is readonly T[] => Array.isArray(parts);

export const readsOfLink = (link: BoxLink | null): Reads =>
  link && "page" in link.target ? { ...NO_READS, linksTo: link.target.page } : NO_READS;

export const readsOfVariable = (variable: Variable): Reads => ({
  page: variable === "page",
  totalPages: variable === "total_pages",
  places: typeof variable === "object" && "pageOf" in variable,
  titles: typeof variable === "object" && "heading" in variable,
  linksTo: -1,
});

export const readsOfParagraph = (p: StyledParagraph): Reads =>
  readsOfAll(p.runs, ({ text, link }) => {
    const linked = readsOfLink(link);
    if (typeof text === "string" || "isolated" in text || "inline" in text) return linked;
    if ("mark" in text) return text.note ? joinReads(linked, readsOfAll(text.note.paragraphs, readsOfParagraph)) : linked;
    return joinReads(linked, readsOfVariable(text.variable));
  });
