import type { BoxLink } from "../box/link.js";
import { append } from "../../base/many.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";

/**
 * Alternative text, else the whole text across lines and pages, else the target (decisions §1, Descriptions of links); computed once for
 * all areas.
 */
export class LinkTexts {
  /** by text, or by fragment of other boxes: texts of the inline links */
  readonly #inline = new WeakMap<object, ReadonlyMap<BoxLink, string>>();
  readonly #boxes = new WeakMap<object, string>();

  ofRun(link: BoxLink, fragment: Fragment): string {
    if (link.alt !== null && link.alt !== "") return link.alt;
    return describe(known(this.#inline, fragment, inlineTexts).get(link) ?? "", link);
  }

  ofBox(link: BoxLink, fragment: Fragment): string {
    if (link.alt !== null && link.alt !== "") return link.alt;
    return describe(known(this.#boxes, fragment, textOf), link);
  }
}

/** Memoizes by text for text boxes, by fragment for others, whose content differs between pages. */
function known<T>(map: WeakMap<object, T>, fragment: Fragment, make: (fragment: Fragment) => T): T {
  const key = fragment.text?.paragraph ?? fragment;
  let made = map.get(key);
  if (made === undefined) map.set(key, (made = make(fragment)));
  return made;
}

function inlineTexts(fragment: Fragment): ReadonlyMap<BoxLink, string> {
  const texts = new Map<BoxLink, string[]>();
  for (const p of paragraphsOf(fragment))
    for (const { run, start, end } of p.runs) {
      if (!run.link) continue;
      const before = texts.get(run.link);
      if (before) before.push(p.text.slice(start, end));
      else texts.set(run.link, [p.text.slice(start, end)]);
    }
  return new Map([...texts].map(([link, parts]) => [link, withoutBreaks(parts.join(""))]));
}

/** Returns the text of a fragment's box and its descendants, in one line, with its spaces (SW-16). */
export const textOf = (fragment: Fragment): string => withoutBreaks(stringsOf(fragment).join(" "));

/** Returns the text of a fragment and the descriptions of its pictures, in one line. */
export const descriptionOf = (fragment: Fragment): string => oneLine(descriptions(fragment).join(" "));

function descriptions(fragment: Fragment): readonly string[] {
  const { box, children } = fragment;
  if (typeof box.tag === "object" && "role" in box.tag && box.tag.alt) return [box.tag.alt];
  if (box.kind === "text") return stringsOf(fragment);
  const out: string[] = [];
  for (const c of children) append(out, descriptions(c.fragment));
  return out;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A tab or line break is one space with the spaces around it; no-break spaces are spaces. */
export const withoutBreaks = (text: string): string =>
  text.replace(/\s+/g, (run) => (run === " " || BREAK.test(run) ? " " : run.replace(/[\u00a0\u202f\ufeff]/g, " "))).trim();
const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/;

function paragraphsOf({ text, children }: Fragment): readonly ShapedParagraph[] {
  if (text) return text.paragraph.shaped;
  const out: ShapedParagraph[] = [];
  for (const c of children) append(out, paragraphsOf(c.fragment));
  return out;
}

function stringsOf({ text, children }: Fragment): readonly string[] {
  if (text) return text.paragraph.texts();
  const out: string[] = [];
  for (const c of children) append(out, stringsOf(c.fragment));
  return out;
}

function describe(text: string, link: BoxLink): string {
  if (text !== "") return text;
  const { target } = link;
  if ("url" in target) return target.url;
  if ("page" in target) return `Page ${target.page + 1}`;
  if ("field" in target) return target.field;
  return "destination" in target ? target.destination : "";
}
