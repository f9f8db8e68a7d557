// First step of a paragraph: its runs become one text.
import type { StyledParagraph, StyledRun, Variable } from "../../box/text.js";
import type { PlacedRun } from "./itemize.js";
import type { ShapedParagraph, ValueOfVariable, VariableValue } from "./shaped.js";

/** OBJECT REPLACEMENT CHARACTER: neutral in direction, with a line break before and after. */
const OBJECT = "\ufffc";

/** Text of a paragraph, with the places of its runs. */
export interface Collected {
  readonly text: string;
  readonly runs: readonly PlacedRun[];
  readonly variables: ShapedParagraph["variables"];
  /** values that take the room of others, by the start of their runs */
  readonly reserves: ReadonlyMap<number, VariableValue>;
  readonly isolates: readonly { readonly start: number; readonly end: number }[];
  /** runs of fields by their places in the text */
  readonly fields: ReadonlyMap<number, StyledRun>;
}

const NO_RESERVES: Collected["reserves"] = new Map();
const NO_FIELDS: Collected["fields"] = new Map();

/** Joins texts, marks, fields and the values of variables. */
export function collect(styled: StyledParagraph, valueOf: ValueOfVariable): Collected {
  const runs: PlacedRun[] = [];
  const variables: { variable: Variable; index: number; start: number; end: number }[] = [];
  let reserves: Map<number, VariableValue> | null = null;
  const isolates: { start: number; end: number }[] = [];
  let fields: Map<number, StyledRun> | null = null;
  let text = "";
  for (const run of styled.runs) {
    const start = text.length;
    if (typeof run.text === "string") text += run.text;
    else if ("mark" in run.text) text += run.text.mark;
    else if ("inline" in run.text) {
      text += OBJECT;
      (fields ??= new Map()).set(start, run);
    } else if ("isolated" in run.text) {
      text += run.text.isolated;
      isolates.push({ start, end: text.length });
    } else {
      const value = valueOf(variables.length, run.text.variable);
      text += value.text;
      variables.push({ variable: run.text.variable, index: variables.length, start, end: text.length });
      if (value.reserve > value.text.length || value.others.length > 0) (reserves ??= new Map()).set(start, value);
    }
    if (text.length > start) runs.push({ run, start, end: text.length });
  }
  return { text, runs, variables, reserves: reserves ?? NO_RESERVES, isolates, fields: fields ?? NO_FIELDS };
}
