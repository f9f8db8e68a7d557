// `platen batch`: options to a run and its exit code.
import { keysOf } from "../../base/lookup.js";
import { messageOf } from "../../base/error.js";
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Limits } from "../../compiler/core/limits.js";
import type { Template } from "../../compiler/template/template.js";
import { version } from "../core/package.js";
import type { LibraryOptions } from "../library/library.js";
import { engineOf } from "../library/engines.js";
import type { SignerDesk } from "../signatures/signers/desk.js";
import { createRecordPool } from "../library/pool.js";
import type { SentTemplate } from "../library/records.js";
import { dateOf, isoOf } from "./date.js";
import { RunEnd, wrong } from "./end.js";
import { environment } from "./environment.js";
import { FileDelivery } from "./file-delivery.js";
import type { Format } from "./format.js";
import type { Header } from "./index-file.js";
import { Records } from "./input.js";
import { inputsOf } from "./inputs.js";
import { lock } from "./lock.js";
import { isObjectUrl } from "./object-store.js";
import { logOf, placeOf, sinkOf, type Output } from "./output.js";
import { earlierParts, PartDelivery } from "./part-delivery.js";
import { Progress, summary } from "./progress.js";
import { EndedByData, runHash, work, type RunTotals } from "./run.js";
import { shardName, type Shard } from "./shard.js";
import { Stop } from "./stop.js";
import { displaying, rendering } from "./workers.js";

export interface BatchOptions {
  /** `differs`: two renders of a record have different bytes, as passwords and signatures make them */
  readonly template: SentTemplate & { readonly parsed: Template; readonly differs: boolean };
  /** signers of the records; null: there are none */
  readonly desk: SignerDesk | null;
  readonly data: readonly string[];
  readonly format: Format | null;
  readonly delimiter: string | null;
  readonly decimal: "." | ",";
  readonly group: string | null;
  readonly output: Output;
  readonly name: string | null;
  readonly key: string | null;
  readonly date: string | null;
  readonly shard: Shard | null;
  readonly index: string | null;
  readonly errors: string | null;
  readonly workers: number;
  readonly replace: boolean;
  readonly mostRefused: number;
  readonly settings: RenderSettings;
  readonly stopMs: number;
  /** Prints a line that has no file. */
  readonly tell: (line: string) => void;
  readonly say: { readonly write: (text: string) => void; readonly isTerminal: boolean } | null;
}

/** Settings of the service that hold for each record (BK-1). */
export interface RenderSettings {
  readonly fontDir: string | undefined;
  readonly assetDir: string | undefined;
  readonly maxPages: number;
  readonly limits: Limits;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** bytes of a record */
  readonly mostBytes: number;
}

export interface BatchResult extends RunTotals {
  readonly seconds: number;
  readonly cpu_seconds: number;
  /** null: none is written */
  readonly index: string | null;
  readonly errors: string | null;
  readonly complete: boolean;
  /** why it is not complete; null: it is */
  readonly end: { readonly exitCode: 3 | 75 | 130 | 141 | 143; readonly message: string } | null;
}

/** @throws RunEnd 2, and 75 before the run begins */
export async function batch(o: BatchOptions): Promise<BatchResult> {
  const begun = performance.now();
  const inputs = await inputsOf(o.data, o.format);
  const shard = o.shard && shardName(o.shard);
  const place = placeOf(o.output, { name: o.name, shard, hasKey: o.key !== null, index: o.index, errors: o.errors });
  const { index, errors, pattern, joining } = place;
  const given = dateOf(o.date ?? undefined, process.env);
  const { settings } = o;
  const records = new Records(inputs, {
    shape: o.template.parsed.plan.shape,
    delimiter: o.delimiter,
    decimal: o.decimal,
    group: o.group,
    shard: o.shard,
    most: settings.mostBytes,
  });
  await records.check();

  const lockFile = index === null || isObjectUrl(index) ? null : `${index}.lock`;
  const own = [index, errors, lockFile].filter((file) => file !== null);
  const sink = await sinkOf(place, `--${o.output.kind}`, own);
  const log = await logOf(place, o.tell);
  sink.prepare();
  const lost = new AbortController();
  // runs on one index of a store write the same (BK-27)
  const unlock =
    lockFile === null
      ? (): void => undefined
      : lock(lockFile, () => lost.abort(new RunEnd(75, `${lockFile}: another run has taken the index`)));
  try {
    sink.clear();
    const found = await log.find();
    const headerOf = (date: string): Header => {
      const sources = inputs.map(({ source: { name, size: bytes } }) => ({ name, bytes }));
      const template_sha256 = createHash("sha256").update(o.template.source).digest("hex");
      const shown = o.shard && `${o.shard.index}/${o.shard.count}`;
      const options = [
        o.format,
        inputs.map((i) => i.format),
        o.delimiter,
        o.decimal,
        o.group,
        o.key,
        (pattern ?? joining!.pattern)?.text ?? null,
        // decides whether a name that is taken is refused
        o.replace,
        settings.maxPages,
        settings.limits,
        ...(joining ? [o.output.kind, joining.file, Object.values(joining.bounds).map(String), joining.title, joining.hasEntries] : []),
      ];
      const folders = [namesIn(settings.fontDir), namesIn(settings.assetDir), settings.mostBytes];
      const run = runHash([version, template_sha256, sources, shown, date, options, folders]);
      return { platen: version, format: 1, run, template_sha256, sources, shard: shown, date };
    };
    const date = given === null ? null : isoOf(given);
    const now = isoOf(Math.floor(Date.now() / 1000));
    const same = found && headerOf(date ?? found.header.date);
    const isSame = same !== null && found?.header.run === same.run;
    const header = isSame ? same : headerOf(date ?? now);
    if (found && !isSame && !o.replace)
      throw wrong(`${log.index} is the index of another run: ${differences(found.header, same!)}; --replace begins anew`);
    const totals: RunTotals = { records: 0, documents: 0, refused: 0, pages: 0, bytes: 0, resumed: 0 };
    const result = (cpu: number, end: BatchResult["end"]): BatchResult => ({
      ...totals,
      seconds: Math.round(performance.now() - begun) / 1000,
      cpu_seconds: Math.round(cpu * 1000) / 1000,
      index,
      errors,
      complete: end === null,
      end,
    });
    if (found?.done && isSame) {
      const { done: _done, ...counts } = found.done;
      Object.assign(totals, counts, { resumed: counts.records });
      await log.clear();
      return result(0, null);
    }
    const earlier = found && isSame ? await log.resume(found, joining !== null) : 0;
    if (!(found && isSame)) await log.begin(header);
    const seconds = (): number => (performance.now() - begun) / 1000;
    const progress = o.say && new Progress(() => summary(totals, seconds()), o.say.write, o.say.isTerminal);
    const stopping = new Stopping(o.stopMs, lost);
    const bounds = { workers: o.workers, queue: 1024, timeoutMs: settings.timeoutMs, memoryMb: settings.memoryMb };
    const pool = createRecordPool(bounds, o.desk);
    let end: BatchResult["end"] = null;
    try {
      await pool.ready.catch((e: unknown) => {
        throw new RunEnd(75, `processes that render cannot be started: ${messageOf(e)}`);
      });
      const options = optionsOf(settings, Date.parse(header.date) / 1000);
      const { template, key, workers, mostRefused, replace } = o;
      const { differs } = template;
      const plan = { records, pattern, key, log, workers, mostRefused };
      const running = { totals, earlier, stop: stopping.stop, signal: lost.signal };
      if (joining) {
        const joined = { ...joining, engine: await engineOf(options), sink, log, totals, replace, differs };
        const delivery = new PartDelivery({ ...joined, earlier: await earlierParts(log, sink) });
        await work({ ...plan, make: displaying(pool, { template, options, workers }), delivery }, running);
      } else {
        const hasUniqueNames = pattern!.isUnique;
        const delivery = new FileDelivery({ sink, log, totals, hasUniqueNames, replace, differs });
        await work({ ...plan, make: rendering(pool, { template, options, workers }), delivery }, running);
      }
      end = stopping.end;
      if (!end) {
        const { resumed: _resumed, ...counts } = totals;
        await log.done({ done: true, ...counts });
      }
    } catch (e) {
      const failure = environment(e, log.index);
      if (failure instanceof EndedByData) await log.done(null);
      if (stopping.end) end = stopping.end;
      else if (failure instanceof EndedByData) end = { exitCode: 3, message: failure.message };
      else if (failure instanceof RunEnd && (failure.exitCode === 75 || failure.exitCode === 141))
        end = { exitCode: failure.exitCode, message: failure.message };
      else throw failure;
    } finally {
      stopping.close();
      progress?.end();
      const closing = await log.close().then(
        () => null,
        (e: unknown) => environment(e, log.index),
      );
      if (closing instanceof RunEnd) end ??= { exitCode: 75, message: closing.message };
      sink.clear();
      await pool.close({ graceMs: 0 });
    }
    const { user, system } = process.cpuUsage();
    return result(pool.cpuSeconds + (user + system) / 1e6, end);
  } finally {
    unlock();
  }
}

/** Options of each record. */
export const optionsOf = ({ fontDir, assetDir, maxPages, limits }: RenderSettings, sourceDateEpoch: number): LibraryOptions => ({
  ...(fontDir !== undefined && { fontDir }),
  ...(assetDir !== undefined && { assetDir }),
  maxPages,
  limits,
  sourceDateEpoch,
});

/** Names and sizes of the files in a folder. */
const namesIn = (folder: string | undefined): readonly (readonly [string, number])[] =>
  folder === undefined
    ? []
    : readdirSync(folder)
        .sort()
        .map((name) => [name, statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0] as const);

function differences(a: Header, b: Header): string {
  const parts: readonly (readonly [string, unknown, unknown])[] = [
    ["the version of Platen", a.platen, b.platen],
    ["the template", a.template_sha256, b.template_sha256],
    ["the sources", a.sources, b.sources],
    ["the shard", a.shard, b.shard],
    ["the date", a.date, b.date],
  ];
  const found = parts.filter(([, x, y]) => JSON.stringify(x) !== JSON.stringify(y)).map(([name]) => name);
  return `${found.length === 0 ? "the options" : found.join(", ")} differ${found.length === 1 && found[0] !== "the sources" ? "s" : ""}`;
}

const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** Signals to the process during a run (BK-26). */
class Stopping {
  readonly stop = new Stop();
  end: { readonly exitCode: 130 | 143; readonly message: string } | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #handlers = keysOf(CODES).map((signal) => {
    const handler = (): void => this.#signal(signal);
    process.on(signal, handler);
    return [signal, handler] as const;
  });

  constructor(
    readonly ms: number,
    readonly abandoned: AbortController,
  ) {}

  #signal(signal: keyof typeof CODES): void {
    const reason = new Error(`stopped by ${signal}`);
    if (this.end) return this.abandoned.abort(reason);
    this.end = { exitCode: CODES[signal], message: reason.message };
    this.stop.request();
    this.#timer = setTimeout(() => this.abandoned.abort(reason), this.ms);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    for (const [signal, handler] of this.#handlers) process.off(signal, handler);
  }
}
