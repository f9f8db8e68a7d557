/**
 * Library for browsers: `import { render, check, svg, text, createPlaten } from "platen/browser"`. Everything runs in the page or its worker; files
 * are fetched from the folder of this module and from the addresses of fonts, and from nowhere else.
 */
import { asObject } from "../../base/json.js";
import { errorOf } from "../../base/error.js";
import type { AccessibilityReport } from "../../accessibility/report.js";
import { RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { jsonValue } from "../../compiler/request/json-value.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import type { DocumentRequest, RequestBytes } from "../../compiler/request/types/document.js";
import type { Finding } from "../errors/findings.js";
import { checkGiven } from "../library/options.js";
import type { DiffReport } from "../diff/comparison.js";
import type { FilledForm } from "../pdf/fill/fill.js";
import type { FormValues, ReadForm } from "../pdf/form.js";
import type { EngineOptions } from "./engine.js";
import {
  CALLS,
  checkPlatenOptions,
  engineOptions,
  type BrowserDiffOptions,
  type BrowserFillOptions,
  type BrowserOptions,
  type BrowserSvgOptions,
  type CallName,
  type PlatenOptions,
} from "./options.js";
import type { Thread } from "./thread.js";
import type { BindTexts, Bound } from "./bind.js";
import type { View, ViewPart } from "./view.js";
import { WorkerThread } from "./worker-thread.js";

export type { AccessibilityReport } from "../../accessibility/report.js";
export { RenderError } from "../../compiler/core/fail.js";
export type { Finding } from "../errors/findings.js";
export type { Progress } from "../library/options.js";
export type { Reading } from "./reading.js";
export type { View, ViewPart } from "./view.js";
export type { BindTexts, Bound } from "./bind.js";
export type { DiffReport } from "../diff/comparison.js";
export type { FilledForm } from "../pdf/fill/fill.js";
export type { FormField, FormValues, ReadForm } from "../pdf/form.js";
export type { BrowserDiffOptions, BrowserFillOptions, BrowserOptions, BrowserSvgOptions, PlatenOptions } from "./options.js";

/** A request, or its JSON as bytes. */
export type Request = DocumentRequest | RequestBytes;

/** A PDF and its number of pages. */
export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** probable mistakes, with the option `warnings` */
  readonly warnings: readonly Finding[];
}

/** Findings, pages and PDF of a request. */
export interface Viewed {
  readonly findings: readonly Finding[];
  /** null for a request with errors */
  readonly view: View | null;
  /** null for a request with errors */
  readonly pdf: Uint8Array | null;
}

/** One instance: its fonts, its worker. */
export interface Platen {
  /** resolves when the files that nearly every document needs are loaded; rejects with the first one that cannot be */
  readonly ready: Promise<void>;
  /** Renders a request to PDF. */
  render(request: Request, options?: BrowserOptions): Promise<Rendered>;
  /** Everything wrong with a request, of the earliest stage that finds anything; empty: it renders. */
  check(request: Request, options?: BrowserOptions): Promise<readonly Finding[]>;
  /** Accessibility report of a request or a brief, equal to that of the library for Node. */
  checkAccessibility(request: Request | { readonly brief: object }, options?: BrowserOptions): Promise<AccessibilityReport>;
  /** Pages as SVG, one document each, with text as outlines. */
  svg(request: Request, options?: BrowserSvgOptions): Promise<string[]>;
  /** The document's text in reading order. */
  text(request: Request, options?: BrowserOptions): Promise<string>;
  /** Findings as `check`, pages and PDF of a request, from one compilation, for editors. */
  view(request: Request, options?: BrowserOptions): Promise<Viewed>;
  /** Reports what differs between two documents, each a request or a PDF, as `diff` of the library for Node. */
  diff(a: Request, b: Request, options?: BrowserDiffOptions): Promise<DiffReport>;
  /** A page's drawing, or another part, of the last view. @throws RenderError API-900 for an earlier one */
  part(part: ViewPart): Promise<string>;
  /** Request of a template and a record, or what is wrong with them. */
  bind(texts: BindTexts, options?: BrowserOptions): Promise<Bound>;
  /** Reads the form of a PDF, as `readForm` of the library for Node. */
  readForm(pdf: Uint8Array, options?: BrowserOptions): Promise<ReadForm>;
  /** Fills the form of a PDF, as `fillForm` of the library for Node. */
  fillForm(pdf: Uint8Array, values: FormValues, options?: BrowserFillOptions): Promise<FilledForm>;
  /** Ends the worker; calls that are not answered are rejected with API-900, and later ones too. */
  close(): void;
}

const closed = (): RenderError =>
  new RenderError({ code: "API-900", rule: "browser-closed", src: ROOT, reason: "this instance of Platen is closed" });

class LocalThread implements Thread {
  readonly #engine;
  readonly ready: Promise<void>;
  #closed: (() => Error) | null = null;

  constructor(options: EngineOptions) {
    this.#engine = import("./local.js").then(async ({ BrowserEngine, call }) => ({ engine: await BrowserEngine.load(options), call }));
    this.ready = this.#engine.then(() => undefined);
  }

  async call(name: CallName, body: Uint8Array | object, options: BrowserOptions): Promise<unknown> {
    const { engine, call } = await this.#engine;
    const result = await call(engine, name, body, options);
    if (this.#closed) throw this.#closed();
    return result;
  }

  close(reason: () => Error): void {
    this.#closed = reason;
  }
}

/** The caller may change the original after the call. @throws RenderError API-001 for a value that is not JSON */
function copyOf(request: unknown): Uint8Array | object {
  if (isBytes(request)) return new Uint8Array(request);
  const read = jsonValue(request);
  if ("problem" in read) {
    const { path, ...problem } = read.problem;
    throw new RenderError({ code: "API-001", src: at(ROOT, ...path), ...problem });
  }
  return read.value as object;
}

function fileOf(pdf: unknown): Uint8Array {
  if (!isBytes(pdf)) throw new TypeError("pdf: must be a Uint8Array");
  return new Uint8Array(pdf);
}

class Instance implements Platen {
  readonly ready: Promise<void>;
  readonly #thread: Thread | null = null;
  readonly #wrong: unknown = null;
  #closed = false;

  readonly render = this.#function("render");
  readonly check = this.#function("check");
  readonly checkAccessibility = this.#function("checkAccessibility");
  readonly svg = this.#function("svg");
  readonly text = this.#function("text");
  readonly view = this.#function("view");
  readonly part = this.#function("part");
  readonly bind = this.#function("bind");

  constructor(given: PlatenOptions | undefined) {
    try {
      checkPlatenOptions(given);
      const options = engineOptions(given ?? {}, import.meta.url);
      const inWorker = given?.worker ?? "Worker" in globalThis;
      this.#thread = inWorker ? new WorkerThread(options) : new LocalThread(options);
      this.ready = this.#thread.ready;
    } catch (e) {
      this.#wrong = e;
      this.ready = Promise.reject(errorOf(e));
    }
    // callers who do not wait for it learn it from their calls
    this.ready.catch(() => undefined);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#thread?.close(closed);
  }

  readonly readForm = this.#function("readForm", fileOf);
  readonly #diff = this.#call("diff", asObject);
  readonly #fill = this.#call("fillForm", asObject);

  async diff(a: Request, b: Request, options?: BrowserDiffOptions): Promise<DiffReport> {
    return (await this.#diff({ a: copyOf(a), b: copyOf(b) }, options)) as DiffReport;
  }

  async fillForm(pdf: Uint8Array, values: FormValues, options?: BrowserFillOptions): Promise<FilledForm> {
    return (await this.#fill({ pdf: fileOf(pdf), values: structuredClone(values) }, options)) as FilledForm;
  }

  /** Its thread answers with the results of the function. */
  #function<Name extends Exclude<CallName, "fillForm" | "diff">>(name: Name, copy = copyOf): Platen[Name] {
    return this.#call(name, copy) as Platen[Name];
  }

  #call(name: CallName, copy: (request: unknown) => Uint8Array | object): (request: unknown, options?: BrowserOptions) => Promise<unknown> {
    return async (request, options = {}) => {
      if (!this.#thread) throw this.#wrong;
      checkGiven(CALLS[name], options);
      const { signal, assets } = options;
      signal?.throwIfAborted();
      const body = copy(request);
      if (this.#closed) throw closed();
      const own = assets && { assets: Object.fromEntries(Object.entries(assets).map(([key, bytes]) => [key, new Uint8Array(bytes)])) };
      const work = this.#thread.call(name, body, { ...options, ...own });
      return signal ? aborted(work, signal) : work;
    };
  }
}

/** Rejects at the abort, not when the work has ended. */
function aborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(errorOf(signal.reason));
    signal.addEventListener("abort", end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

/** An instance of Platen. An impossible option rejects `ready` and every call with a TypeError that names it. */
export const createPlaten = (options?: PlatenOptions): Platen => new Instance(options);

let shared: Platen | null = null;
const defaultInstance = (): Platen => (shared ??= createPlaten());

/** Renders a request to PDF, by the default instance. */
export const render: Platen["render"] = async (request, options) => defaultInstance().render(request, options);
/** Everything wrong with a request, by the default instance. */
export const check: Platen["check"] = async (request, options) => defaultInstance().check(request, options);
/** Accessibility report of a request or a brief, by the default instance. */
export const checkAccessibility: Platen["checkAccessibility"] = async (request, options) =>
  defaultInstance().checkAccessibility(request, options);
/** Pages as SVG, by the default instance. */
export const svg: Platen["svg"] = async (request, options) => defaultInstance().svg(request, options);
/** Differences between two documents, by the default instance. */
export const diff: Platen["diff"] = async (a, b, options) => defaultInstance().diff(a, b, options);
/** Form of a PDF, by the default instance. */
export const readForm: Platen["readForm"] = async (pdf, options) => defaultInstance().readForm(pdf, options);
/** Filled form of a PDF, by the default instance. */
export const fillForm: Platen["fillForm"] = async (pdf, values, options) => defaultInstance().fillForm(pdf, values, options);
/** Text in reading order, by the default instance. */
export const text: Platen["text"] = async (request, options) => defaultInstance().text(request, options);
