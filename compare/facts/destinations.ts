// Targets of links and of entries of the outline (ISO 32000-2, 12.3.2 and 12.6; DF-12).
import { latin } from "../../pdf-reader/lexer.js";
import { arrayOf, dictOf, keyOf, nameOf, numberOf, textOf } from "../../pdf-reader/objects.js";
import { OptionalContent } from "../../pdf-reader/page/optional.js";
import { PdfTargets, type PdfTarget } from "../../pdf-reader/targets.js";
import { PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import type { DestinationFact, Place } from "./facts.js";
import { seenOf } from "./seen.js";

/** Target of a link: `target` as text, its page from 0, its place on the page in mm. */
interface Target {
  readonly target: string;
  readonly page: number | null;
  readonly at: Place | null;
}

const NOWHERE: Omit<Target, "target"> = { page: null, at: null };
/** Actions that follow an action are a tree; further ones are not read. */
const MOST_ACTIONS = 16;

/** Reads targets of one file; names of destinations and pages are read once. */
export class Destinations {
  readonly #targets: PdfTargets;
  readonly #base: string;
  readonly optional: OptionalContent;

  constructor(readonly file: PdfFile) {
    this.#targets = new PdfTargets(file);
    this.#base = addressOf(file, dictOf(file.get(file.catalog.get("URI")))?.get("Base"));
    this.optional = new OptionalContent(file);
  }

  /** Returns the target of a link annotation or an entry of the outline; null without one. */
  of(dict: PdfDict): Target | null {
    const { file } = this;
    if (file.get(dict.get("Dest")) !== null) return this.#inFile(dict.get("Dest"));
    const action = dictOf(file.get(dict.get("A")));
    return action && this.#action(action);
  }

  /** Returns the named destinations that lead to a page, by name. */
  named(): readonly DestinationFact[] {
    const all: DestinationFact[] = [];
    for (const [name, target] of this.#targets.names()) all.push({ name: unicode(name), ...this.#placed(target) });
    return all.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  #action(first: PdfDict): Target {
    const { file } = this;
    const all: Target[] = [];
    const rest: PdfDict[] = [first];
    for (let action; all.length < MOST_ACTIONS && (action = rest.pop());) {
      all.push(this.#one(action));
      const next = file.get(action.get("Next"));
      const list = (arrayOf(file.get(next)) ?? [next]).slice(0, MOST_ACTIONS).flatMap((item) => dictOf(file.get(item)) ?? []);
      for (const item of list.reverse()) rest.push(item);
    }
    return { ...all[0]!, target: all.map(({ target }) => target).join(", then ") };
  }

  #one(action: PdfDict): Target {
    const { file } = this;
    const kind = nameOf(file.get(action.get("S"))) ?? "";
    switch (kind) {
      case "GoTo":
        return this.#inFile(action.get("D"));
      case "URI":
        return { ...NOWHERE, target: this.#absolute(addressOf(file, action.get("URI"))) };
      case "GoToR":
      case "GoToE":
        return { ...NOWHERE, target: `${kind} ${fileName(file, action.get("F"))} ${this.#elsewhere(action.get("D"))}`.trimEnd() };
      case "Named":
        return { ...NOWHERE, target: `Named ${nameOf(file.get(action.get("N"))) ?? ""}`.trimEnd() };
      case "JavaScript":
        return { ...NOWHERE, target: `JavaScript ${script(file, action.get("JS"))}`.trimEnd() };
      default:
        return { ...NOWHERE, target: `${kind || "action"} ${fileName(file, action.get("F"))}`.trimEnd() };
    }
  }

  #absolute(address: string): string {
    return this.#base !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(address) ? this.#base + address : address;
  }

  #inFile(destination: PdfObject | undefined): Target {
    const found = this.#targets.of(destination);
    if (found) return this.#placed(found);
    const name = keyOf(this.file.get(destination));
    return { ...NOWHERE, target: name === null ? "no page of the file" : `missing destination ${unicode(name)}` };
  }

  #placed({ page: number, view: { fit, at } }: PdfTarget): Target {
    const page = this.file.page(number);
    const [x, y] = userPlace(fit, at);
    const toSeen = seenOf(page);
    const isTurned = page.rotate === 90 || page.rotate === 270;
    const [seenX, seenY] = toSeen(x ?? 0, y ?? 0);
    const [left, top] = isTurned
      ? [y === null ? null : seenX, x === null ? null : seenY]
      : [x === null ? null : seenX, y === null ? null : seenY];
    const place = left === null && top === null ? "" : ` at ${mm(left)},${mm(top)}`;
    const more = fit === "XYZ" ? zoomOf(at[2] ?? null) : `, ${fit}`;
    return { target: `page ${number}${place}${more}`, page: number - 1, at: place === "" ? null : [left, top] };
  }

  /** Destination in another file: a name, or the number of a page. */
  #elsewhere(destination: PdfObject | undefined): string {
    const { file } = this;
    const name = keyOf(file.get(destination));
    if (name !== null) return unicode(name);
    const page = numberOf(file.get(arrayOf(file.get(destination))?.[0]));
    return page === null ? "" : `page ${page + 1}`;
  }
}

/** Horizontal and vertical place of a view, in user space. */
function userPlace(fit: PdfTarget["view"]["fit"], at: readonly (number | null)[]): readonly [number | null, number | null] {
  switch (fit) {
    case "XYZ":
      return [at[0] ?? null, at[1] ?? null];
    case "FitR":
      return [at[0] ?? null, at[3] ?? null];
    case "FitH":
    case "FitBH":
      return [null, at[0] ?? null];
    case "FitV":
    case "FitBV":
      return [at[0] ?? null, null];
    default:
      return [null, null];
  }
}

const mm = (value: number | null): string => (value === null ? "-" : (Math.round(value * 10) / 10 + 0).toFixed(1));

/** A zoom of 0 leaves that of the viewer. */
const zoomOf = (zoom: number | null): string => (zoom === null || zoom === 0 ? "" : `, zoom ${Math.round(zoom * 1000) / 10} %`);

/** Bytes of a key as UTF-8 if valid, else a character for each byte. */
function unicode(key: string): string {
  if (/^[\x20-\x7e]*$/.test(key)) return key;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(key, (c) => c.charCodeAt(0)));
  } catch {
    return key;
  }
}

/** An address of an action; text with a byte order mark is read as such. */
function addressOf(file: PdfFile, given: PdfObject | undefined): string {
  const found = file.get(given);
  if (!(found instanceof PdfString)) return "";
  file.step(found.bytes.length >> 4);
  const [a, b] = found.bytes;
  const isMarked = (a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe) || (a === 0xef && b === 0xbb);
  return (isMarked ? (textOf(file, found) ?? "") : unicode(latin(found.bytes))).trim();
}

/** A file specification: a string, or a dictionary. */
function fileName(file: PdfFile, given: PdfObject | undefined): string {
  const dict = dictOf(file.get(given));
  return (dict ? (textOf(file, dict.get("UF")) ?? textOf(file, dict.get("F"))) : textOf(file, given)) ?? "";
}

function script(file: PdfFile, given: PdfObject | undefined): string {
  const found = file.get(given);
  return found instanceof PdfStream ? latin(file.decode(found).bytes) : (textOf(file, found) ?? "");
}
