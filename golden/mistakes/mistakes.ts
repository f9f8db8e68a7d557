import { readFileSync } from "node:fs";
import path from "node:path";
import { patched } from "../../compiler/core/patch.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { TextPlaces } from "../../compiler/request/position.js";
import { findingsOf, type Finding } from "../../runtime/errors/findings.js";
import { checkFile, kindOfInput } from "../../runtime/views/check.js";
import { engine } from "../cases.js";

export const MISTAKES = path.join(import.meta.dirname, "mistakes.txt");

/** A mistake of the file; `before` counts the lines of its body above what is shown. */
interface Mistake {
  readonly shown: string;
  readonly body: string;
  readonly before: number;
}

const isStated = (line: string): boolean => line.startsWith(">");

/** Paragraphs of the file. */
export const paragraphs = (): readonly string[] => readFileSync(MISTAKES, "utf8").trimEnd().split("\n\n");

/** Null for prose. */
export function mistakeOf(paragraph: string): Mistake | null {
  const shown = paragraph
    .split("\n")
    .filter((line) => !isStated(line))
    .join("\n");
  if (shown.startsWith("request")) return { shown, body: shown.replace(/^request\s/, ""), before: 0 };
  if (!shown.startsWith("{")) return null;
  return { shown, body: `{"pages": [{"size": "a6", "elements": [\n${shown}\n]}]}`, before: 1 };
}

/** Findings of a body as `platen check --json` has them. */
export async function checked(body: string): Promise<readonly Finding[]> {
  const sent = new SentBody(new TextEncoder().encode(body));
  const kind = kindOfInput(sent);
  if (kind === "xml") throw new Error("a mistake is JSON");
  return findingsOf(await checkFile(kind, engine, sent, {}), sent, new TextPlaces(body));
}

/** One patch of a chain. */
interface Step {
  readonly finding: Finding;
  readonly before: unknown;
  readonly found: readonly Finding[];
  readonly after: unknown;
  readonly left: readonly Finding[];
}

const MOST_STEPS = 20;

/** Applies the patch of the first error that has one, then of the first warning, and so on (FH-7). */
export async function chainOf(body: string): Promise<{ readonly steps: readonly Step[]; readonly left: readonly Finding[] }> {
  const steps: Step[] = [];
  let found = await checked(body);
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { steps, left: found };
  }
  while (steps.length < MOST_STEPS) {
    const errors = found.filter((f) => f.severity === "error");
    const finding = (errors.length > 0 ? errors : found).find((f) => f.patch);
    if (!finding) break;
    const after = patched(value, finding.patch!);
    const left = await checked(JSON.stringify(after));
    steps.push({ finding, before: value, found, after, left });
    [value, found] = [after, left];
  }
  return { steps, left: found };
}
