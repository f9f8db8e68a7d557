import { createHash } from "node:crypto";
import { Destinations } from "../../compare/facts/destinations.js";
import type { LinkFact, TagFact, WholeFacts } from "../../compare/facts/facts.js";
import { linksOf } from "../../compare/facts/links.js";
import { seenOf } from "../../compare/facts/seen.js";
import { SharedParts } from "../../compare/facts/shared.js";
import type { Marked } from "../../compare/facts/tags.js";
import { wholeFacts } from "../../compare/facts/whole.js";
import { open } from "../pdf-reader/open.js";

/** Content is named by its place: its text is that of the reader of pages. */
const byPlace: Marked = (page, key) => ({ text: `${page}/${key.replace(/^\d+:/, "form:")}`, rect: null });

export interface Facts {
  readonly whole: WholeFacts;
  /** By page. */
  readonly links: readonly (readonly LinkFact[])[];
}

export function factsIn(bytes: Uint8Array, marked = byPlace): Facts {
  const file = open(bytes);
  const destinations = new Destinations(file);
  const tools = { sha256: (data: Uint8Array) => createHash("sha256").update(data).digest("hex") };
  const pages = Array.from({ length: file.pageCount }, (_, i) => file.page(i + 1));
  return {
    links: pages.map((page) => linksOf(file, page, seenOf(page), destinations)),
    whole: wholeFacts(new SharedParts(file, tools), tools, marked, destinations),
  };
}

/** In reading order, with their levels from 0. */
export function elementsOf({ tags }: WholeFacts): readonly { readonly tag: TagFact; readonly level: number }[] {
  const out: { tag: TagFact; level: number }[] = [];
  const rest = (tags?.kids ?? []).map((tag) => ({ tag, level: 0 })).reverse();
  for (let next; (next = rest.pop());) {
    out.push(next);
    const { level } = next;
    rest.push(...next.tag.kids.map((tag) => ({ tag, level: level + 1 })).reverse());
  }
  return out;
}
