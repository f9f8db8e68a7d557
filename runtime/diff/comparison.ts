import { compareDocuments } from "../../compare/diff/compare.js";
import { MOST_LISTED, type DiffOptions } from "../../compare/diff/options.js";
import type { Report } from "../../compare/diff/report.js";
import { PdfFault } from "../../pdf-reader/types.js";
import { RenderError } from "../../compiler/core/fail.js";
import { pdfRefusal, type Side, type SideDescription } from "./compared-file.js";

export type SideName = "a" | "b";

/** Report of a comparison (DF-18). */
export interface DiffReport extends Omit<Report, "differing"> {
  readonly schema_version: 1;
  readonly a: SideDescription;
  readonly b: SideDescription;
}

/** A side that cannot be compared. */
export class SideFault extends Error {
  constructor(
    readonly side: SideName,
    override readonly cause: unknown,
  ) {
    super(`side ${side} cannot be compared`, { cause });
  }
}

export interface Compared {
  readonly report: DiffReport;
  /** for the last line of the report, and for pictures: with differences beyond the limit of the report */
  readonly found: Report;
  readonly sides: Readonly<Record<SideName, Side>>;
}

/**
 * Compares two documents and describes the sides.
 * @param isPictured pages beyond the limit of the report have pictures too (DF-21) @throws SideFault for the first side that cannot be read, or is refused
 */
export async function compareSides(sideOf: (side: SideName) => Promise<Side>, diff: DiffOptions, isPictured = false): Promise<Compared> {
  const read = async (side: SideName): Promise<Side> => {
    const of = <T>(work: Promise<T>): Promise<T> =>
      work.catch((e: unknown) => {
        throw new SideFault(side, e instanceof PdfFault ? pdfRefusal(e) : e);
      });
    const made = await of(sideOf(side));
    const { facts } = made;
    return { ...made, facts: { pageCount: facts.pageCount, page: (i) => of(facts.page(i)), whole: () => of(facts.whole()) } };
  };
  const sides = { a: await read("a"), b: await read("b") };
  const found = await compareDocuments(sides.a, sides.b, isPictured ? { ...diff, limit: MOST_LISTED } : diff);
  const { equal, counts, pages, differences } = found;
  const report = {
    schema_version: 1,
    equal,
    a: sides.a.description,
    b: sides.b.description,
    counts,
    pages,
    differences: differences.slice(0, diff.limit),
    truncated: found.truncated || differences.length > diff.limit,
  } as const;
  return { report, sides, found };
}

/** The error of a side, whose message begins with its name. */
export function namedError(e: SideFault): unknown {
  const { cause, side } = e;
  if (!(cause instanceof RenderError)) return cause;
  const named = new RenderError(cause.problem);
  named.message = `${side}: ${cause.message}`;
  named.line = cause.line;
  named.column = cause.column;
  return named;
}
