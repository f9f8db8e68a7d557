// Contrast of text as it is painted (AX-27, AX-28).
import { memberOf } from "../../base/lookup.js";
import { valueAt, type Steps } from "../../compiler/core/patch.js";
import { themeOf } from "../../compiler/chart/theme.js";
import type { MaterializedChart } from "../../compiler/request/materialized.js";
import { rgbOf } from "../../ir/values.js";
import { bounds } from "../../ir/geometry.js";
import type { Rect } from "../../ir/ir.js";
import { colorOf, contrastOf, cut, hexOf, type Rgb01, eachOf } from "../contrast/color.js";
import { hasUnknown, measure, picturesIn, wordsOver, type Measured } from "../contrast/measure.js";
import { averaged, pixelsOf, type Pixels } from "../contrast/pixels.js";
import { Scene, type PictureItem, type WordItem } from "../contrast/scene.js";
import { drawnSize } from "../document/content.js";
import type { Paint } from "../contrast/paint.js";
import type { Holder, Place } from "../document/places.js";
import { BOLD, type JudgedDocument } from "../document/judged-document.js";
import { setting, together, type Mend } from "../core/patches.js";
import { boxOf, shortened, type Draft, type Verdict } from "./check.js";

const NORMAL = 4.5;
const LARGE = 3;
/** points */
const LARGE_SIZE = 18;
const LARGE_BOLD_SIZE = 14;

/** A word that fails. */
interface Failing {
  readonly text: string;
  readonly box: Rect;
  readonly page: number;
  readonly ratio: number;
  readonly required: number;
  readonly color: string;
}

/** A colour of text that fails, and the colour behind all of it. */
interface Ink {
  /** empty if no field can move it */
  readonly color: string;
  /** null if it varies */
  ground: string | null;
}

/** Words of a place that fail, with the worst. Thousands may fail: it holds nothing of the scene of a page. */
interface Fault {
  readonly place: Place;
  worst: Failing;
  words: number;
  pages: number;
  lastPage: number;
  readonly inks: Ink[];
  required: number;
}

const UNJUDGED: ReadonlySet<string | null> = new Set(["background", "watermark", "stamp"]);

export const contrast = async (doc: JudgedDocument): Promise<Verdict> => {
  const { document, blobs, glyphs } = doc;
  const pictures = new Pictures(doc);
  const faults = new Map<string, Fault>();
  let tested = 0;
  let unknown = 0;
  for (const [number, page] of document.pages.entries()) {
    if (number > 0) await doc.turn();
    const scene = new Scene(page, { document, blobs, glyphs });
    const alone = new Map<Paint, Measured>();
    for (const { word, items } of wordsOver(scene)) {
      const place = doc.places.of(word.op.source);
      if (!isJudged(place, word)) continue;
      if (items.length > 1 || items[0] !== word) {
        for (const picture of picturesIn(items)) await pictures.load(picture);
        if (hasUnknown(items)) {
          unknown++;
          continue;
        }
      }
      const measured = measure(word, items, page, alone);
      if (!measured) continue;
      tested++;
      const size = drawnSize(word);
      const isLarge = size >= LARGE_SIZE - 0.001 || (size >= LARGE_BOLD_SIZE - 0.001 && doc.weightOf(word) >= BOLD);
      const required = isLarge ? LARGE : NORMAL;
      if (measured.ratio < required) add(faults, place, { word, page: number, required, measured });
    }
  }
  const moves = new ColorMoves();
  const drafts = [...faults.values()].map((fault) => new FaultDraft(fault, moves));
  const notJudged = unknown === 0 ? [] : [`${unknown === 1 ? "1 word" : `${unknown} words`} over pictures whose colours are not known`];
  return { tested, drafts, notJudged };
};

/** Drawn outside pictures, and meant to be read. */
function isJudged({ furniture, isHidden, element }: Place, { word }: WordItem): boolean {
  if (UNJUDGED.has(furniture) || isHidden) return false;
  if (element?.value["type"] === "image" || element?.steps.at(-1) === "image") return false;
  return /[\p{L}\p{N}\p{S}]/u.test(word.text) || /[^\p{P}]/u.test(word.text);
}

interface Failure {
  readonly word: WordItem;
  readonly page: number;
  readonly required: number;
  readonly measured: Measured;
}

const failing = ({ word, page, required, measured: { ratio } }: Failure): Failing => ({
  text: word.op.text,
  box: bounds(word.matrix, word.word.box),
  page,
  ratio,
  required,
  color: colorOfWord(word),
});

function add(faults: Map<string, Fault>, place: Place, failure: Failure): void {
  const { word, page, required, measured } = failure;
  const { ratio, ground } = measured;
  const color = colorOfWord(word);
  const known = faults.get(place.pointer);
  if (!known) {
    faults.set(place.pointer, { place, worst: failing(failure), words: 1, pages: 1, lastPage: page, inks: [{ color, ground }], required });
    return;
  }
  known.words++;
  if (page !== known.lastPage) known.pages++;
  known.lastPage = page;
  const ink = known.inks.find((one) => one.color === color);
  if (!ink) known.inks.push({ color, ground });
  else if (ink.ground !== ground) ink.ground = null;
  known.required = Math.max(known.required, required);
  if (ratio < known.worst.ratio) known.worst = failing(failure);
}

/** The colour of a word that a field may have; empty for others. */
const colorOfWord = ({ op, isDrawing }: WordItem): string =>
  "color" in op.fill && op.fill.opacity === 1 && !isDrawing ? op.fill.color : "";

/** Colours for those that fail; null unless each has one colour behind it. */
function movedColors({ inks, required }: Fault, moves: ColorMoves): ReadonlyMap<string, string> | null {
  const out = new Map<string, string>();
  for (const { color, ground } of inks) {
    const moved = ground && color ? moves.of(color, ground, required) : null;
    if (moved === null) return null;
    out.set(color, moved);
  }
  return out;
}

/** Draft of a fault. Thousands may be found, of which a report lists few: what a finding has is made when it is read. */
class FaultDraft implements Draft {
  readonly severity = "fail";
  #mending: Mending | null = null;

  constructor(
    readonly fault: Fault,
    readonly moves: ColorMoves,
  ) {}

  get steps(): Steps {
    return this.fault.place.named;
  }

  get pointer(): string {
    return this.fault.place.pointer;
  }

  get message(): string {
    const { measured, required } = this;
    return `the contrast of the text to its ground is ${measured}, and should be at least ${required}${this.#mended.advice}`;
  }

  get page(): number {
    return this.fault.worst.page + 1;
  }

  get box(): NonNullable<Draft["box"]> {
    return boxOf(this.fault.worst.box);
  }

  get text(): string {
    return shortened(this.fault.worst.text);
  }

  get measured(): number {
    return cut(this.fault.worst.ratio);
  }

  get required(): number {
    return this.fault.worst.required;
  }

  get count(): number {
    const { place, words, pages } = this.fault;
    return place.furniture === "header" || place.furniture === "footer" ? pages : words;
  }

  get mend(): Mend | undefined {
    return this.#mended.mend;
  }

  get #mended(): Mending {
    return (this.#mending ??= mendingOf(this.fault, this.moves));
  }
}

interface Mending {
  /** end of the message */
  readonly advice: string;
  readonly mend: Mend | undefined;
}

function mendingOf(fault: Fault, moves: ColorMoves): Mending {
  const { place, worst } = fault;
  const colors = movedColors(fault, moves);
  const chart = place.element?.value["type"] === "chart" ? new ChartColors(place.element) : null;
  if (chart && !fault.inks.every(({ color }) => color === "" || chart.has(color))) return { advice: UNSET, mend: undefined };
  // texts of a chart may have several colours, by their fields
  if (!colors || (!chart && colors.size > 1)) return { advice: "", mend: undefined };
  const moved = colors.get(worst.color)!;
  return { advice: `: ${moved} has it`, mend: chart ? chart.setting(colors) : colorSetting(place, moved) };
}

/** Colours that were moved, by what they were moved for. */
class ColorMoves {
  readonly #known = new Map<string, string | null>();

  of(color: string, ground: string, required: number): string | null {
    const key = `${color} ${ground} ${required}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = movedColor(color, colorOf(ground), required)));
    return known;
  }
}

const STEPS = 255;

/** The colour moved towards black or white, whichever changes it less; null if neither has the contrast. */
function movedColor(color: string, ground: Rgb01, required: number): string | null {
  const from = colorOf(color);
  const moved = [0, 1].flatMap((to) => {
    for (let i = 1; i <= STEPS; i++) {
      const hex = hexOf(eachOf(from, (c) => c + ((to - c) * i) / STEPS));
      if (contrastOf(colorOf(hex), ground) >= required) return [{ hex, change: (i / STEPS) * Math.hypot(...from.map((c) => to - c)) }];
    }
    return [];
  });
  return moved.sort((a, b) => a.change - b.change)[0]?.hex ?? null;
}

/** Styles of a chart's texts that have a colour; all others follow the theme's. */
const CHART_TEXTS: readonly Steps[] = [
  ["axes", "category", "text"],
  ["axes", "row", "text"],
  ["axes", "x", "text"],
  ["axes", "values", "primary", "text"],
  ["axes", "values", "secondary", "text"],
  ["legend", "text"],
];

/** Labels in bars, slices and cells are dark or white. */
const UNSET =
  "; no field sets the color of labels inside marks, which is dark or white by the mark: give the marks another color, or the labels another position";

interface DeclaredColor {
  readonly path: Steps;
  readonly color: string;
}

/** Colours of a chart's texts that fields set. */
class ChartColors {
  readonly #theme: readonly string[];
  readonly #styles: readonly DeclaredColor[];

  constructor(readonly chart: Holder) {
    const { text, title } = themeOf(chart.value["theme"] as MaterializedChart["theme"]);
    this.#theme = [text.look.color, title.look.color];
    this.#styles = CHART_TEXTS.map((path) => ({ path, color: valueAt(chart.value, [...path, "color"]) })).flatMap(({ path, color }) =>
      typeof color === "string" ? [{ path, color: rgbOf(color) }] : [],
    );
  }

  has(color: string): boolean {
    return this.#theme.includes(color) || this.#styles.some((style) => style.color === color);
  }

  /** Sets those of each style that has one that fails, and of the theme. */
  setting(colors: ReadonlyMap<string, string>): Mend {
    const themes = this.#theme.filter((color) => colors.has(color)).slice(0, 1);
    const set = [...themes.map((color) => ({ path: ["theme", "text"], color })), ...this.#styles.filter(({ color }) => colors.has(color))];
    return together(set.map(({ path, color }) => setting([...this.chart.steps, ...path, "color"], colors.get(color)!)));
  }
}

/** Sets the colour where the place has its style. */
function colorSetting({ named, around, element }: Place, color: string): Mend | undefined {
  for (const { steps, value } of around) {
    const kind = value["type"] ?? steps.at(-1);
    if (kind === "field") return setting([...steps, "style", "color"], color);
    if (kind === "barcode") return setting([...steps, "barcode_text", "style", "color"], color);
  }
  const holder = around.find(({ steps }) => steps.length === named.length);
  const last = named.at(-2);
  if (last === "spans" || last === "inlines") return setting([...named, "style", "color"], color);
  if (element?.value["type"] === "text" && holder === element) {
    const isBlocks = Array.isArray(memberOf(element.value["content"], "blocks"));
    return setting([...named, ...(isBlocks ? ["defaults", "run", "color"] : ["style", "color"])], color);
  }
  if (element?.value["type"] !== "table") return undefined;
  return cellSetting(element.steps, named, holder !== undefined && holder !== element, color);
}

/** A cell has a style; a plain one becomes an object. */
function cellSetting(table: Steps, named: Steps, isObject: boolean, color: string): Mend | undefined {
  const inTable = named.slice(table.length);
  if (inTable[0] === "columns" && inTable[2] === "header") return setting([...named.slice(0, -1), "header_cell", "text", "color"], color);
  if (isObject) return setting([...named, "style", "text", "color"], color);
  if (inTable[0] !== "rows" || inTable.length !== 3) return undefined;
  return (root) => {
    const value = valueOf(root, named);
    return value === undefined ? undefined : setting(named, { content: value, style: { text: { color } } })(root);
  };
}

function valueOf(root: unknown, steps: Steps): unknown {
  let value: unknown = root;
  for (const step of steps)
    value = typeof value === "object" && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

/** Pixels of pictures at the resolution of each use. */
class Pictures {
  readonly #known = new Map<string, Pixels | null>();

  constructor(readonly doc: JudgedDocument) {}

  async load(item: PictureItem): Promise<void> {
    if (item.pixels) return;
    const key = `${item.image} ${item.columns} ${item.rows}`;
    let pixels = this.#known.get(key);
    if (pixels === undefined) {
      const { document, blobs, world } = this.doc;
      const whole = await pixelsOf(document.resources.images[item.image]!, blobs, world.pictures);
      pixels = whole && averaged(whole, item.columns, item.rows);
      if (this.#known.size >= MOST_PICTURES) this.#known.clear();
      this.#known.set(key, pixels);
    }
    item.pixels = pixels;
  }
}

const MOST_PICTURES = 64;
