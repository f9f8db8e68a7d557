// Checks of pictures and their alternative texts.
import { factsOf } from "../../compare/facts/document.js";
import type { DocumentFacts } from "../../compare/facts/facts.js";
import { FORMAT_NAMES } from "../../compiler/barcode/formats.js";
import type { Op, PdfPageOp } from "../../ir/ir.js";
import { setting } from "../core/patches.js";
import { altOf, fieldOf, type Holder } from "../document/places.js";
import type { JudgedDocument } from "../document/judged-document.js";
import { textOfRuns } from "../document/content.js";
import type { TreeNode } from "../document/tree.js";
import { bare, seenNode, shortened, wordsIn, type Check, type Draft } from "./check.js";

const figuresOf = ({ tree }: JudgedDocument): readonly TreeNode[] => tree.withRole("Figure");

const typeOf = (element: Holder | null): unknown =>
  element?.value["type"] ?? (element?.steps.at(-1) === "barcode" ? "barcode" : element?.steps.at(-1) === "image" ? "image" : undefined);

const NEEDS_ALT: ReadonlyMap<unknown, string> = new Map([
  ["image", "image"],
  ["barcode", "barcode"],
  ["chart", "chart"],
]);

/** Alternative text of a figure, blank ones excepted. */
const describedBy = ({ node, place }: TreeNode): string | undefined => {
  const alt = node.alt ?? altOf(place.element);
  return alt?.trim() ? alt : undefined;
};

/** Symbologies by the names that people know. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["qrcode", "QR code"],
  ["microqr", "Micro QR code"],
  ["gs1qrcode", "GS1 QR code"],
  ["pdf417", "PDF417 barcode"],
  ["micropdf417", "MicroPDF417 barcode"],
  ["datamatrix", "Data Matrix code"],
  ["gs1datamatrix", "GS1 Data Matrix code"],
  ["aztec", "Aztec code"],
  ["maxicode", "MaxiCode symbol"],
  ["code128", "Code 128 barcode"],
  ["gs1128", "GS1-128 barcode"],
  ["code39", "Code 39 barcode"],
  ["code93", "Code 93 barcode"],
  ["codabar", "Codabar barcode"],
  ["ean8", "EAN-8 barcode"],
  ["ean13", "EAN-13 barcode"],
  ["upca", "UPC-A barcode"],
  ["upce", "UPC-E barcode"],
  ["isbn", "ISBN barcode"],
  ["sscc", "SSCC barcode"],
  ["itf14", "ITF-14 barcode"],
  ["uspsimb", "Intelligent Mail barcode"],
]);

/** Description of a symbol: its name and what it holds. */
function descriptionOf(element: Holder): string | undefined {
  const [format, content] = [element.value["format"], element.value["content"]];
  if (typeof format !== "string" || typeof content !== "string") return undefined;
  const name = format.toLowerCase().replace(/[-_]/g, "");
  if (!FORMAT_NAMES.includes(name)) return undefined;
  return `${SYMBOLS.get(name) ?? `${name} barcode`}: ${content.replace(/\s+/g, " ").trim()}`;
}

export const imageAlt: Check = (doc) => {
  const figures = figuresOf(doc).filter(({ place }) => NEEDS_ALT.has(typeOf(place.element)));
  const drafts = figures
    .filter((node) => describedBy(node) === undefined)
    .map((node): Draft => {
      const element = node.place.element!;
      const what = NEEDS_ALT.get(typeOf(element))!;
      const described = what === "barcode" ? descriptionOf(element) : undefined;
      return {
        severity: "fail",
        steps: element.steps,
        message: `the ${what} has no alternative text: describe it in alt, or set alt to "" if it is decoration`,
        ...seenNode(doc, node),
        ...(described !== undefined && { mend: setting([...element.steps, "alt"], described) }),
      };
    });
  return { tested: figures.length, drafts };
};

/** Place of an alternative text. */
const altSteps = ({ place }: TreeNode): readonly (string | number)[] =>
  place.element && altOf(place.element) !== undefined ? [...place.element.steps, "alt"] : place.named;

const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|svg|tiff?|bmp|pdf|heic|avif|eps|ai|psd)$/i;
const CAMERA_NAME = /^(?:img|image|dsc|dscn|scan|screenshot|photo|picture|pic|figure|untitled|bild|foto)[\s_\-()]*\d*[\s_\-()]*$/i;

const assetOf = (element: Holder | null): unknown => element?.value["asset"] ?? fieldOf(element?.value["source"], "key");

export const altFileName: Check = (doc) => {
  const figures = figuresOf(doc).filter((node) => describedBy(node) !== undefined);
  const drafts = figures.flatMap((node): readonly Draft[] => {
    const alt = describedBy(node)!.trim();
    const isKey = alt === assetOf(node.place.element);
    if (!isKey && !PICTURE_FILE.test(alt) && !CAMERA_NAME.test(alt)) return [];
    const what = isKey ? "the key of its asset" : "the name of a file";
    const seen = { ...seenNode(doc, node), text: shortened(alt) };
    return [
      { severity: "fail", steps: altSteps(node), message: `the alternative text is ${what}: describe what the picture shows`, ...seen },
    ];
  });
  return { tested: figures.length, drafts };
};

/** Looks of a chart's series: in other colours it has the same values. */
const LOOKS: ReadonlySet<string> = new Set(["color", "colors", "fill", "stroke", "marker"]);

/** Content of a picture, symbol or chart, for comparison. */
const identityOf = (element: Holder | null): string =>
  JSON.stringify(
    ["asset", "source", "format", "content", "data", "d"].map((name) => fieldOf(element?.value, name) ?? null),
    (key, value: unknown) => (LOOKS.has(key) ? undefined : value),
  );

export const altRepeats: Check = (doc) => {
  const { tree } = doc;
  const figures = figuresOf(doc).filter((node) => describedBy(node) !== undefined);
  const texts = tree.nodes.filter((node) => isTextBlock(node) && bare(tree.text(node)) !== "");
  const indexes = texts.map(({ index }) => index);
  const first = new Map<string, TreeNode>();
  const drafts: Draft[] = [];
  for (const node of figures) {
    const alt = describedBy(node)!;
    const key = bare(alt);
    if (key === "") continue;
    const draft = (message: string): Draft => ({
      severity: "person",
      steps: altSteps(node),
      message,
      ...seenNode(doc, node),
      text: shortened(alt),
    });
    const at = firstAfter(indexes, node.index);
    let after = at;
    while (texts[after] && isBelow(texts[after]!, node)) after++;
    const around = [texts[at - 1], texts[after], captionIn(node)];
    if (around.some((text) => text && bare(tree.text(text)) === key)) {
      drafts.push(draft("the alternative text repeats the text next to it: describe what the picture shows in addition"));
      continue;
    }
    const other = first.get(key);
    if (!other) first.set(key, node);
    else if (identityOf(other.place.element) !== identityOf(node.place.element))
      drafts.push(draft("another picture has the same alternative text: tell them apart"));
  }
  return { tested: figures.length, drafts };
};

const TEXT_BLOCKS: ReadonlySet<string> = new Set(["P", "Caption", "Title", "TD", "TH", "LBody", "BlockQuote", "Code", "Note"]);
const isTextBlock = ({ role, kids }: TreeNode): boolean =>
  (TEXT_BLOCKS.has(role) || /^H\d$/.test(role)) && kids.every((kid) => typeof kid === "number" || !TEXT_BLOCKS.has(kid.role));

const isBelow = (node: TreeNode, ancestor: TreeNode): boolean => {
  for (let up: TreeNode | null = node; up; up = up.parent) if (up === ancestor) return true;
  return false;
};

const captionIn = (node: TreeNode): TreeNode | undefined =>
  node.kids.find((kid): kid is TreeNode => typeof kid !== "number" && kid.role === "Caption");

function firstAfter(indexes: readonly number[], index: number): number {
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (indexes[middle]! > index) high = middle;
    else low = middle + 1;
  }
  return low;
}

const FEW_WORDS = 3;

export const textInPicture: Check = async (doc) => {
  const { tree } = doc;
  const drafts: Draft[] = [];
  let tested = 0;
  let unread = 0;
  const shown = shownBy(doc);
  const files = new PdfTexts(doc);
  for (const node of figuresOf(doc)) {
    const { place } = node;
    if (typeOf(place.element) !== "image") continue;
    const { hasPixels = false, page } = shown.get(place.pointer) ?? {};
    const drawn = page ? await files.text(page) : textOfRuns(tree.runs(node));
    if (drawn === null || (drawn === "" && hasPixels)) {
      unread++;
      continue;
    }
    tested++;
    const known = new Set(wordsIn((describedBy(node) ?? "").toLowerCase()));
    const words = wordsIn(drawn).filter((word) => !known.has(word.toLowerCase()));
    if (words.length < FEW_WORDS) continue;
    drafts.push({
      severity: "person",
      steps: place.element!.steps,
      message: "the picture draws text that its alternative text does not have: write it as text, or in alt",
      ...seenNode(doc, node),
      text: shortened(words.join(" ")),
      count: words.length,
    });
  }
  const notJudged =
    unread === 0 ? [] : [`${unread === 1 ? "1 raster picture" : `${unread} raster pictures`}: text in pixels cannot be read`];
  return { tested, drafts, notJudged };
};

interface Shown {
  readonly hasPixels: boolean;
  /** page of a PDF file */
  readonly page: PdfPageOp | undefined;
}

/** Contents of pictures by the pointer of their element. */
function shownBy({ document, places }: JudgedDocument): ReadonlyMap<string, Shown> {
  const out = new Map<string, Shown>();
  const go = (ops: readonly Op[]): void => {
    for (const op of ops) {
      if (op.op === "group" || op.op === "mark") go(op.children);
      else if (op.op === "image" || op.op === "pdf-page") {
        const { pointer } = places.of(op.source);
        const known = out.get(pointer);
        out.set(pointer, { hasPixels: known?.hasPixels === true || op.op === "image", page: op.op === "pdf-page" ? op : known?.page });
      }
    }
  };
  for (const page of document.pages) go(page.ops);
  return out;
}

/** Texts of pages of PDF files; a file is opened once. */
class PdfTexts {
  readonly #files = new Map<number, DocumentFacts>();

  constructor(readonly doc: JudgedDocument) {}

  /** Null if the page cannot be read. */
  async text({ file, page }: PdfPageOp): Promise<string | null> {
    const { document, blobs, world } = this.doc;
    try {
      let facts = this.#files.get(file);
      if (!facts) {
        const bytes = blobs.get(document.resources.pdfs![file]!.blob);
        this.#files.set(file, (facts = factsOf(world.openPdf(bytes), { sha256: (part) => world.pictures.hash(part) })));
      }
      const { words } = await facts.page(page - 1);
      return words
        .filter(({ isVisible }) => isVisible)
        .map(({ text }) => text)
        .join(" ");
    } catch {
      return null;
    }
  }
}
