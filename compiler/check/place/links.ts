import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import type { LinkBorder, LinkSpec, LinkTarget } from "../../request/types/common.js";
import { fieldName } from "../../request/field-labels.js";
import { unknownName } from "../data/names.js";
import { checkColor } from "../values/style.js";
import type { Report } from "../values/report.js";

const SCHEME = /^(https?:\/\/|mailto:|tel:)/i;

/** Suggestion for an address without a scheme. */
function urlMeant(url: string): string | undefined {
  if (/^[^\s@/]+@[^\s@/]+\.[a-z]{2,}$/i.test(url)) return JSON.stringify(`mailto:${url}`);
  if (/^\+?[0-9][0-9 ()/-]{5,}$/.test(url)) return JSON.stringify(`tel:${url.replace(/[^+0-9]/g, "")}`);
  return /^(\/\/)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}([/?#:]|$)/i.test(url)
    ? JSON.stringify(`https://${url.replace(/^\/\//, "")}`)
    : undefined;
}

export interface LinkTargets {
  readonly pages: number;
  /** null: not a Flow Document */
  readonly destinations: ReadonlySet<string> | null;
  /** names of form fields */
  readonly fields: ReadonlySet<string>;
}

export function checkLink(r: Report, link: LinkSpec | undefined, src: Src, targets: LinkTargets): void {
  if (!link) return;
  checkTarget(r, link.target, at(src, "target"), targets);
  checkLinkBox(r, link, src);
}

export function checkLinkBox(r: Report, box: { readonly padding?: number; readonly border?: LinkBorder }, src: Src): void {
  r.notNegative(box.padding, src, "padding");
  if (!box.border) return;
  r.notNegative(box.border.width, at(src, "border"), "width");
  checkColor(r, box.border.color, at(src, "border"));
}

export function checkTarget(r: Report, target: LinkTarget, src: Src, { pages, destinations, fields }: LinkTargets): void {
  switch (target.type) {
    case "url": {
      const url = target.url.trim();
      if (!SCHEME.test(url))
        r.add(
          "link-scheme",
          at(src, "url"),
          must("a URL that begins with http://, https://, mailto: or tel:", formatFound(url), { suggestion: urlMeant(url) }),
        );
      else if (url.replace(SCHEME, "") === "")
        r.add("link-empty", at(src, "url"), must("a URL with an address after its scheme", formatFound(url)));
      else if (/[\x00-\x1f\x7f]/.test(url)) r.add("link-control", at(src, "url"), "the URL holds a control character");
      return;
    }
    case "page":
      if (destinations)
        r.add(
          "link-page-in-flow",
          at(src, "type"),
          'the pages of a Flow Document are counted by its layout: link to {"type": "destination", "name": …}, a name that a segment or node has',
        );
      else if (target.page < 1 || target.page > pages)
        r.add("link-page", at(src, "page"), must(`from 1 to ${pages}, the number of pages`, formatFound(target.page)));
      return;
    case "field":
      if (!fields.has(fieldName(target.name)))
        r.add("field-unknown", at(src, "name"), unknownName(target.name, "field", "of the document", [...fields]));
      return;
    case "destination":
      if (!destinations)
        r.add(
          "link-destination",
          at(src, "name"),
          breaks(
            "named destinations exist only in a Flow Document",
            formatFound(target.name),
            'link to a page: {"type": "page", "page": 1}',
          ),
        );
      else if (!destinations.has(target.name))
        r.add("destination-unknown", at(src, "name"), unknownName(target.name, "destination", "of the document", [...destinations]));
  }
}
