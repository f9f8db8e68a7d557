// A link of the request to problems with its target and style.
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import type { LinkBorder, LinkSpec, LinkTarget } from "../request/types/common.js";
import { checkColor } from "./style.js";
import type { Report } from "./report.js";

const SCHEME = /^(https?:\/\/|mailto:|tel:)/i;

/** Checks a link's target and style. */
export function checkLink(r: Report, link: LinkSpec | undefined, src: Src, pageCount: number): void {
  if (!link) return;
  checkTarget(r, link.target, at(src, "target"), pageCount);
  checkLinkBox(r, link, src);
}

/** Checks a link's padding and border. */
export function checkLinkBox(r: Report, look: { readonly padding?: number; readonly border?: LinkBorder }, src: Src): void {
  r.notNegative(look.padding, src, "padding");
  if (!look.border) return;
  r.notNegative(look.border.width, at(src, "border"), "width");
  checkColor(r, look.border.color, at(src, "border"));
}

/** Checks a link's target: a URL, or a page from 1 to `pageCount`. */
export function checkTarget(r: Report, target: LinkTarget, src: Src, pageCount: number): void {
  switch (target.type) {
    case "url": {
      const url = target.url.trim();
      if (!SCHEME.test(url))
        r.add("link-scheme", at(src, "url"), `found ${formatFound(url)}, allowed are http://, https://, mailto: and tel:`);
      else if (url.replace(SCHEME, "") === "") r.add("link-empty", at(src, "url"), `found ${formatFound(url)}, which names nothing`);
      else if (/[\x00-\x1f\x7f]/.test(url)) r.add("link-control", at(src, "url"), "the URL holds a control character");
      return;
    }
    case "page":
      if (target.page < 1 || target.page > pageCount)
        r.add("link-page", at(src, "page"), `found ${formatFound(target.page)}, allowed is 1 to ${pageCount}, the number of pages`);
      return;
    case "destination":
      r.add("link-destination", at(src, "name"), `found ${formatFound(target.name)}, but named destinations exist only in a Flow Document`);
  }
}
