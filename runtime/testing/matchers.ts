// Matchers of documents for vitest and jest, as `platen/testing` (DF-25).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { lineOf } from "../../compare/diff/report.js";
import { RenderError } from "../../compiler/core/fail.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import { comparedPdf, told, type DiffGiven } from "../library/diff.js";
import type { DiffDocumentOptions } from "../library/options.js";

/** Options of the matchers: those of `diff`. */
export type MatchOptions = DiffDocumentOptions;

/** A document of a test: a PDF or JSON as bytes; a request, brief or display list. */
export type Document = DiffGiven;

/** Result of a matcher, as both runners take it. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Context that a runner gives its matchers, as far as it is read. */
export interface MatcherContext {
  readonly testPath?: string | undefined;
  readonly isNot?: boolean;
  readonly snapshotState?: unknown;
}

/** Methods that the matchers add to an assertion; a runner's own types take them by `interface Matchers<R, T> extends DocumentMatchers {}`. */
export interface DocumentMatchers {
  /** `diff` says that the document equals another one. */
  toEqualDocument(expected: Document, options?: MatchOptions): Promise<void>;
  /** The document equals that of a file, which is written when it is not there; a relative name counts from the test file's folder. */
  toMatchDocument(file: string, options?: MatchOptions): Promise<void>;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the name that the types of jest, and of vitest before 5, are extended by
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface Matchers<R, T = {}> extends DocumentMatchers {}
  }
}

/** Lines of differences in a failure. */
const MOST_LINES = 20;

/** Passes if `diff` says that two documents are equal. */
export async function toEqualDocument(
  this: MatcherContext,
  actual: unknown,
  expected: Document,
  options: MatchOptions = {},
): Promise<MatcherResult> {
  const given = asDocument(actual, "the document of the test");
  return verdict(await told(asDocument(expected, "the expected document"), given, options), null);
}

/** Passes if a document equals that of a file; writes the file when it is not there, or with `-u`. */
export async function toMatchDocument(
  this: MatcherContext,
  actual: unknown,
  file: string,
  options: MatchOptions = {},
): Promise<MatcherResult> {
  const given = asDocument(actual, "the document of the test");
  if (typeof file !== "string" || file === "") throw new TypeError("file: must be the name of a file");
  const target = path.resolve(this.testPath ? path.dirname(this.testPath) : ".", file);
  const folder = `${target}.diff`;
  if (!existsSync(target)) {
    if (this.isNot) return { pass: false, message: () => `${file} is not there` };
    if (isOn(process.env["CI"]))
      return {
        pass: false,
        message: () => `${file} is not there, and CI writes no documents: run the test elsewhere, and commit the file`,
      };
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, await comparedPdf(given, options));
    return { pass: true, message: () => `${file} has been written` };
  }
  const approved = new Uint8Array(readFileSync(target));
  const compared = await told(approved, given, { ...options, pictures: false });
  rmSync(folder, { recursive: true, force: true });
  if (compared.result.equal || this.isNot) return verdict(compared, null);
  if (updates(this)) {
    writeFileSync(target, await comparedPdf(given, options));
    return { pass: true, message: () => `${file} has been written anew` };
  }
  const pictures = await picturesOf(approved, given, options);
  if (pictures.length === 0) return verdict(compared, null);
  mkdirSync(folder, { recursive: true });
  for (const { pair, png } of pictures) writeFileSync(path.join(folder, `page-${String(pair).padStart(4, "0")}.png`), png);
  return verdict(compared, folder);
}

/** Matchers of PDF for `expect.extend(matchers)`. */
export const matchers = { toMatchDocument, toEqualDocument } as const;

const isOn = (value: string | undefined): boolean => value !== undefined && value !== "" && value !== "0" && value !== "false";

const asDocument = (value: unknown, name: string): Document => {
  if (isBytes(value)) return value;
  if (typeof value !== "object" || value === null) throw new TypeError(`${name} must be bytes, or an object; found ${typeof value}`);
  return value as Document;
};

type Told = Awaited<ReturnType<typeof told>>;

/** Pictures of documents that differ; none if they are not requested and cannot be drawn. */
async function picturesOf(approved: Uint8Array, given: Document, options: MatchOptions): Promise<NonNullable<Told["result"]["pictures"]>> {
  const { pictures = true } = options;
  if (pictures === false) return [];
  try {
    return (await told(approved, given, { ...options, pictures })).result.pictures ?? [];
  } catch (e) {
    if (options.pictures === undefined && e instanceof RenderError && e.rule === "diff-pictures") return [];
    throw e;
  }
}

/** As both runners have it: `all` with `-u`. */
function updates({ snapshotState }: MatcherContext): boolean {
  return (
    typeof snapshotState === "object" &&
    snapshotState !== null &&
    "_updateSnapshot" in snapshotState &&
    snapshotState._updateSnapshot === "all"
  );
}

function verdict({ result, summary }: Told, folder: string | null): MatcherResult {
  const message = (): string => {
    if (result.equal) return "the documents are equal";
    const lines = result.differences.slice(0, MOST_LINES).map(lineOf);
    const pictures = folder === null ? [] : [`pictures: ${folder}`];
    return [...lines, summary, ...pictures].join("\n");
  };
  return { pass: result.equal, message };
}
