// Files of several documents (BK-16, BK-17).
import type { JoinedPdf } from "../../backends/pdf/document/backend.js";
import type { Engine } from "../engine/engine.js";
import { blobsOfListed, type Listed } from "../engine/listed.js";
import { listOf, type DisplayedRecord, type FileSettings } from "../library/display-record.js";
import { wrong } from "./end.js";
import { isDocument, isPart, type PartLine, type RunLog } from "./index-file.js";
import type { RecordProblem } from "./input.js";
import type { NamePattern } from "./name-pattern.js";
import { checkRecord, EndedByData, placeOf, refuse, type Delivery, type Item, type Outcome, type RunTotals } from "./run.js";
import type { Sink } from "./sink.js";
import type { Spool } from "./spool.js";

/** Bounds that close a part; Infinity: none. */
export interface PartBounds {
  readonly records: number;
  readonly pages: number;
  readonly bytes: number;
}

/** Names, bounds and bookmarks of files with several documents. */
export interface Joining {
  /** names of parts; null: all documents are one file, `file` */
  readonly pattern: NamePattern | null;
  readonly file: string;
  readonly bounds: PartBounds;
  /** of the files; null: the first document's */
  readonly title: string | null;
  /** a bookmark for each record */
  readonly hasEntries: boolean;
}

interface PartsPlan extends Joining {
  readonly engine: Engine;
  readonly sink: Sink;
  readonly log: RunLog;
  readonly totals: RunTotals & { parts?: number };
  readonly replace: boolean;
  readonly differs: boolean;
  /** of earlier runs, in order */
  readonly earlier: readonly EarlierPart[];
}

/** A part of an earlier run. */
interface EarlierPart {
  readonly line: PartLine;
  /** number of its last record */
  readonly last: number;
  readonly isThere: boolean;
}

/** Parts whose lines an earlier run has written. */
export async function earlierParts(log: RunLog, sink: Sink): Promise<readonly EarlierPart[]> {
  const parts: EarlierPart[] = [];
  let last = 0;
  for await (const line of log.lines()) {
    if (isPart(line)) parts.push({ line, last, isThere: (await sink.size(line.file)) === line.bytes });
    else if (isDocument(line)) last = line.n;
  }
  return parts;
}

/** The part that has a record: parts may be as many as records. */
function partOf(parts: readonly EarlierPart[], n: number): EarlierPart | null {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.last < n) low = middle + 1;
    else high = middle;
  }
  return parts[low] ?? null;
}

/** A file while documents are written to it. */
interface OpenPart {
  readonly name: string;
  readonly spool: Spool;
  readonly pdf: JoinedPdf;
  /** of its first document */
  readonly settings: FileSettings;
  records: number;
}

/** Objects that readers take in a file (ISO 19005-2, 6.1.13). */
const MOST_OBJECTS = 8_388_607;

/** Writes documents to one file after another, each put into place when it is whole. */
export class PartDelivery implements Delivery<DisplayedRecord> {
  #open: OpenPart | null = null;
  #parts = 0;
  /** index of the earlier part that has the record, or a later one */
  #at = 0;

  constructor(
    readonly plan: PartsPlan,
    readonly mostObjects = MOST_OBJECTS,
  ) {
    if (plan.pattern) plan.totals.parts = 0;
  }

  known(item: Item): Promise<"known" | null> {
    checkRecord(item);
    const { line, n } = item;
    if (!line) return Promise.resolve(null);
    const part = isDocument(line) ? partOf(this.plan.earlier, n) : null;
    return Promise.resolve(part && !part.isThere ? null : "known");
  }

  async take(item: Item, outcome: Outcome<DisplayedRecord>): Promise<void> {
    if (item.line) return this.#again(item, outcome);
    if (outcome === "known") throw new Error("a record without a line is not known");
    if ("problem" in outcome) return this.#refuse(item, outcome.problem);
    const { bounds } = this.plan;
    if (this.#open && this.#open.pdf.pages + outcome.pages > bounds.pages) await this.#shut(this.#open, null);
    const other = this.#open && differing(this.#open.settings, outcome.settings);
    if (other) return this.#refuse(item, other);
    const { part, first, pages } = this.#write(item, outcome);
    await this.plan.log.add({ ...placeOf(item), file: part.name, first_page: first, pages, record_sha256: item.record.sha256 });
    this.#count(pages);
    if (part.records >= bounds.records || part.pdf.bytes >= bounds.bytes) await this.#shut(part, null);
  }

  /** An input that cannot be read on leaves no document that must be whole. */
  async end(isWhole: boolean): Promise<void> {
    if (this.#open && (isWhole || this.plan.pattern)) await this.#shut(this.#open, null);
  }

  close(): void {
    this.#open?.spool.close();
  }

  /** A record of an earlier run. */
  async #again(item: Item, outcome: Outcome<DisplayedRecord>): Promise<void> {
    const { totals, earlier } = this.plan;
    totals.resumed++;
    const part = earlier[this.#at]!;
    if (!item.line || !isDocument(item.line)) totals.refused++;
    else {
      if (outcome !== "known") {
        if ("problem" in outcome) throw changed(part.line.file);
        this.#write(item, outcome);
      }
      this.#count(item.line.pages);
    }
    if (item.n !== part.last) return;
    this.#at++;
    if (this.#open) await this.#shut(this.#open, part.line);
    else this.#counted(part.line.bytes);
  }

  #write({ n, key }: Item, displayed: DisplayedRecord): { readonly part: OpenPart; readonly first: number; readonly pages: number } {
    const { engine, hasEntries } = this.plan;
    const listed = listOf(displayed.list);
    const { doc } = listed;
    const part = (this.#open ??= this.#begun(listed, displayed.settings));
    const first = part.pdf.pages + 1;
    const title = hasEntries ? firstText(key, doc.metadata.title, String(n)) : null;
    const writer = part.pdf.document(doc, blobsOfListed(listed, engine.fonts), { title });
    for (const page of doc.pages) writer.page(page);
    writer.end(doc);
    part.records++;
    if (part.pdf.objects > this.mostObjects)
      throw new EndedByData(
        `record ${n}: the file would have more than ${this.mostObjects.toLocaleString("en-US")} objects, which is the maximum of a PDF; ${
          this.plan.pattern ? "--part-records makes smaller parts" : "--parts makes several files"
        }`,
      );
    return { part, first, pages: doc.pages.length };
  }

  #begun({ doc, protection }: Listed, settings: FileSettings): OpenPart {
    const { engine, sink, pattern, file, title } = this.plan;
    const name = pattern ? partName(pattern, this.#parts + 1) : file;
    const spool = sink.spool();
    const head = { ...doc, metadata: { ...doc.metadata, ...(title !== null && { title }) } };
    return { name, spool, pdf: engine.backend.join(head, spool, { protection }), settings, records: 0 };
  }

  /** @param known line of an earlier run; null: the file is new */
  async #shut(part: OpenPart, known: PartLine | null): Promise<void> {
    const { engine, sink, log, pattern, replace, differs } = this.plan;
    const { name, spool, pdf, records } = part;
    this.#open = null;
    const { pages } = pdf;
    pdf.end(engine.fonts);
    spool.close();
    const { length: bytes, sha256 } = spool;
    if (known && known.sha256 !== sha256 && !differs) throw changed(name);
    const put = await sink.putSpooled(name, spool, { replace: replace || differs || known !== null });
    if (put !== "there") throw wrong(`${name}: ${put.refused}`);
    this.#counted(bytes);
    if (pattern && !known) await log.add({ part: this.#parts, file: name, records, pages, bytes, sha256 });
  }

  #counted(bytes: number): void {
    const { totals, pattern } = this.plan;
    this.#parts++;
    if (pattern) totals.parts = this.#parts;
    totals.bytes += bytes;
  }

  #count(pages: number): void {
    this.plan.totals.documents++;
    this.plan.totals.pages += pages;
  }

  #refuse(item: Item, problem: RecordProblem): Promise<void> {
    return refuse(this.plan.log, this.plan.totals, item, problem);
  }
}

const changed = (file: string): Error =>
  wrong(`${file} is no longer made as the index has it: fonts, pictures or limits have changed; --replace begins anew`);

const firstText = (...texts: readonly (string | undefined)[]): string => texts.find((text) => text !== undefined && text.trim() !== "")!;

function partName(pattern: NamePattern, n: number): string {
  const named = pattern.nameOf({ n, key: undefined, record_sha256: "", find: () => undefined });
  if ("reason" in named) throw wrong(`--name: ${named.reason}`);
  return named.name;
}

/** Why a document cannot be in the file of another (BK-16); null if it can. */
function differing(first: FileSettings, own: FileSettings): RecordProblem | null {
  const field = (["profile", "accessibility", "security"] as const).find((name) => first[name] !== own[name]);
  if (field === undefined) return null;
  // passwords are not told
  const told = (value: string | null): string => (value === null ? "absent" : field === "security" ? "another" : value);
  return {
    code: "API-002",
    path: `/settings/${field}`,
    message: `settings.${field}: must be that of the first document of the file${
      field === "security" ? "" : ` (${told(first[field])})`
    }; found ${told(own[field])}`,
  };
}
