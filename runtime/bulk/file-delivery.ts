// A PDF for each record (BK-12, BK-15).
import { RunEnd, wrong } from "./end.js";
import { isDocument, type Line, type RunLog } from "./index-file.js";
import type { RecordProblem } from "./input.js";
import { NameTable } from "./name-table.js";
import { checkRecord, placeOf, problemOfName, refuse, type Delivery, type Item, type Outcome, type RunTotals } from "./run.js";
import type { Sink } from "./sink.js";
import type { Made } from "./workers.js";

interface FilesPlan {
  readonly sink: Sink;
  readonly log: RunLog;
  readonly totals: RunTotals;
  /** no two records have the same name */
  readonly hasUniqueNames: boolean;
  /** overwrite files of others */
  readonly replace: boolean;
  /** bytes differ from run to run, by random salts */
  readonly differs: boolean;
}

/** Puts the PDF of each record into place just before its line of the index. */
export class FileDelivery implements Delivery<Made> {
  readonly #names: NameTable | null;

  constructor(readonly plan: FilesPlan) {
    this.#names = plan.hasUniqueNames ? null : new NameTable();
  }

  async known(item: Item): Promise<"known" | { readonly problem: RecordProblem } | null> {
    const { line, nameProblem } = item;
    if (!line) return nameProblem && { problem: nameProblem };
    checkRecord(item);
    if (!isDocument(line)) return "known";
    return (await this.plan.sink.size(line.file)) === line.bytes ? "known" : null;
  }

  async take(item: Item, outcome: Outcome<Made>): Promise<void> {
    if (item.line) await this.#again(item.line, outcome);
    else if (outcome === "known") throw new Error("a record without a line is not known");
    else if ("problem" in outcome) await this.#refuse(item, outcome.problem);
    else await this.#document(item, outcome);
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // each document is whole
  }

  /** A record of an earlier run. */
  async #again(line: Line, outcome: Outcome<Made>): Promise<void> {
    const { totals, sink, differs } = this.plan;
    totals.resumed++;
    if (!isDocument(line)) return void totals.refused++;
    this.#names?.add(line.file, line.n);
    this.#count(line.pages, line.bytes ?? 0);
    if (outcome === "known") return;
    if ("problem" in outcome || (outcome.sha256 !== line.sha256 && !differs))
      throw wrong(`record ${line.n} is no longer made as the index has it: fonts, pictures or limits have changed; --replace begins anew`);
    const put = await sink.put(line.file, outcome.pdf, { replace: true });
    if (put !== "there") throw new RunEnd(75, `${line.file} cannot be written: ${put.refused}`);
  }

  async #document(item: Item, { pdf, pages, sha256 }: Made): Promise<void> {
    const { sink, log, replace, differs } = this.plan;
    const name = item.name!;
    const first = this.#names?.has(name) ?? null;
    if (first !== null) return this.#refuse(item, problemOfName(`${name} is the name of record ${first}`));
    const put = await sink.put(name, pdf, { replace: replace || differs });
    if (put !== "there") return this.#refuse(item, problemOfName(`${name}: ${put.refused}`));
    this.#names?.add(name, item.n);
    await log.add({
      ...placeOf(item),
      file: name,
      first_page: 1,
      pages,
      bytes: pdf.length,
      sha256,
      record_sha256: item.record.sha256,
    });
    this.#count(pages, pdf.length);
  }

  #count(pages: number, bytes: number): void {
    const { totals } = this.plan;
    totals.documents++;
    totals.pages += pages;
    totals.bytes += bytes;
  }

  #refuse(item: Item, problem: RecordProblem): Promise<void> {
    return refuse(this.plan.log, this.plan.totals, item, problem);
  }
}
