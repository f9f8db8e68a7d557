// Lowers requests to a book: each entry of `pages`, or segment of a Flow Document, is a page sequence.
import { standardOf, type Profile } from "../../../ir/ir.js";
import type { Book } from "../../box/page.js";
import { at } from "../../core/src.js";
import type { World } from "../../core/world.js";
import { Numbers } from "../../locale/numbers.js";
import type { Pictures } from "../../picture/pictures.js";
import { landmarksOf } from "../../landmark/landmarks.js";
import { fieldLabels } from "../../request/field-labels.js";
import { declareTags } from "../../request/declares-tags.js";
import { isAccessible, profileOf } from "../../request/profile.js";
import type { Note } from "../../core/note.js";
import type { Materialized } from "../../request/materialized.js";
import { PageLowering, SharedFurniture } from "./canvas-page.js";
import { FlowLowering } from "../flow/document.js";
import { lowerImport } from "../import.js";
import { declaresLanguage, lowerMetadata } from "./metadata.js";
import { ALONE, placeOfItem, type DocumentPlace } from "../document-place.js";
import { FIELD_LOWERING } from "../lazy-modules.js";
import { References } from "../references.js";
import { baseScope, BookState, enter, LowerContext, type BoxMemo, type ChartTextIn, type LineWidth, type Scope } from "../scope.js";

export interface LowerTools {
  readonly world: World;
  readonly pictures: Pictures;
  readonly chartText: ChartTextIn;
  readonly lineWidth: LineWidth;
  /** of what is drawn otherwise than it was asked for; absent without warnings */
  readonly note?: Note | undefined;
  /** null or absent without work of earlier renders */
  readonly memo?: BoxMemo | null;
}

/** Lowers a document: defaults cascade, millimetres become points, elements become boxes. */
export const lowerDocument = (request: Materialized, tools: LowerTools): Book => lowerAt(request, tools, ALONE, new BookState());

/** Settings of the whole book are the first request's. */
export function lowerItems(
  items: readonly { readonly request: Materialized; readonly pictures: Pictures }[],
  tools: Omit<LowerTools, "pictures">,
): Book {
  const state = new BookState();
  const books: Book[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const [i, { request, pictures }] of items.entries()) {
    const book = lowerAt(request, { ...tools, pictures }, placeOfItem(i, length, items.length), state);
    books.push(book);
    starts.push(length);
    length += book.length;
  }
  const last = books.findLastIndex((book) => book.lastDrawn >= 0);
  const lastDrawn = last < 0 ? -1 : starts[last]! + books[last]!.lastDrawn;
  const { metadata, profile } = books[0]!;
  const sequence = (index: number): ReturnType<Book["sequence"]> => {
    const item = starts.findLastIndex((start) => start <= index);
    return books[item]!.sequence(index - starts[item]!);
  };
  return { metadata, profile, attachments: [], tagged: books.some((book) => book.tagged), length, lastDrawn, sequence };
}

/** `pdfa-ua2` is `pdfa-4` with PDF/UA-2 (AX-8). */
function profileOfFile(request: Materialized): Profile | null {
  const profile = profileOf(request);
  if (profile === "pdfa-ua2") return "pdfa-4+ua2";
  const { accessibility } = request.settings ?? {};
  return (profile !== null && accessibility !== undefined ? `${profile}+${accessibility}` : profile) as Profile | null;
}

function lowerAt(request: Materialized, tools: LowerTools, place: DocumentPlace, state: BookState): Book {
  const metadata = lowerMetadata(request, tools.world);
  const numbers = new Numbers(tools.world.locales, request.settings?.locale);
  const flow = request.flow_document;
  const references = flow ? new References(landmarksOf(flow), place) : null;
  const { direction = "auto" } = request.settings ?? {};
  const profile = profileOfFile(request);
  const standard = standardOf(profile);
  const labels = FIELD_LOWERING.loaded ? fieldLabels(request) : undefined;
  const lowering = { ...tools, numbers, references, direction, standard, inlineField: lowerInline, ...(labels && { labels }) };
  const cx = new LowerContext(metadata.language, declaresLanguage(request), lowering, place, state);
  const tagged = flow !== undefined || isAccessible(request) || hasTaggedImport(request, tools) || declareTags(request.pages ?? []);
  return { metadata, profile, attachments: [], tagged, ...sequences(request, enter(baseScope(direction), request.settings?.defaults), cx) };
}

const lowerInline: ConstructorParameters<typeof LowerContext>[2]["inlineField"] = (el, src, text, cx) =>
  FIELD_LOWERING.get().lowerInlineField(el, src, { text, cx });

/** Drawn pages of the document are tagged then too. */
const hasTaggedImport = ({ pages = [] }: Materialized, { pictures }: LowerTools): boolean =>
  pages.some((page) => page.import !== undefined && pictures.imported(page.import).structure !== null);

function sequences(request: Materialized, scope: Scope, cx: LowerContext): Pick<Book, "length" | "lastDrawn" | "sequence"> {
  const { flow_document: flow } = request;
  if (flow) {
    const lowering = new FlowLowering(flow, scope, cx, request.settings ?? {});
    const lastDrawn = flow.segments.findLastIndex((segment) => !segment.import);
    return { length: flow.segments.length, lastDrawn, sequence: (index) => lowering.segment(index) };
  }
  const pages = request.pages ?? [];
  const shared = new SharedFurniture();
  return {
    length: pages.length,
    lastDrawn: pages.findLastIndex((page) => !page.import),
    sequence: (index) => {
      const page = pages[index]!;
      const src = at(cx.place.root, "pages", index);
      if (page.import) return lowerImport(page.import, { src, destination: null, start: null, numerals: "decimal" }, cx);
      return new PageLowering(request, page, src, scope, cx).sequence(shared);
    },
  };
}
