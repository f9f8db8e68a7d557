// Links to what they are described as.
import type { BoxLink } from "../box/link.js";
import { PlainText } from "../box/plain-text.js";
import { append } from "../../base/many.js";
import type { Fragment } from "../layout/protocol.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";

/**
 * Descriptions of links. One without an alternative takes its text, then its target, as its description (decisions §1, Descriptions of
 * links): the whole text, wherever lines and pages end, put together once for all of its areas.
 */
export class LinkTexts {
  /** by text, or by fragment of other boxes: the texts of its inline links */
  readonly #inline = new WeakMap<object, ReadonlyMap<BoxLink, string>>();
  readonly #boxes = new WeakMap<object, string>();

  /** Of a link inside a text that the fragment is or holds. */
  ofRun(link: BoxLink, fragment: Fragment): string {
    if (link.alt !== null && link.alt !== "") return link.alt;
    return describe(known(this.#inline, fragment, inlineTexts).get(link) ?? "", link);
  }

  /** Of a box that is linked as a whole. */
  ofBox(link: BoxLink, fragment: Fragment): string {
    if (link.alt !== null && link.alt !== "") return link.alt;
    return describe(known(this.#boxes, fragment, textOf), link);
  }
}

/** A text box has all of its paragraphs on each page; the content of other boxes may differ from page to page. */
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
  return new Map([...texts].map(([link, parts]) => [link, oneLine(parts.join(""))]));
}

/** All the text of a fragment's box, and of the boxes in it, in one line. */
export const textOf = (fragment: Fragment): string => oneLine(stringsOf(fragment).join(" "));

/** The text of a fragment, and the descriptions of pictures in it, in one line. */
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

/** Every paragraph of a fragment's box, and of the boxes in it. */
function paragraphsOf({ text, children }: Fragment): readonly ShapedParagraph[] {
  if (text) return text.paragraph.shaped;
  const out: ShapedParagraph[] = [];
  for (const c of children) append(out, paragraphsOf(c.fragment));
  return out;
}

function stringsOf({ box, text, children }: Fragment): readonly string[] {
  if (box instanceof PlainText) return [box.text];
  if (text) return text.paragraph.shaped.map((p) => p.text);
  const out: string[] = [];
  for (const c of children) append(out, stringsOf(c.fragment));
  return out;
}

function describe(text: string, link: BoxLink): string {
  if (text !== "") return text;
  const { target } = link;
  if ("url" in target) return target.url;
  return "destination" in target ? target.destination : `Page ${target.page + 1}`;
}
