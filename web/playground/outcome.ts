// A draft as the page shows it: rendered, with its problems.
import type { createPlaten, Request, View } from "platen/browser";
import { accessibilityProblems } from "./accessibility.js";
import { parsed, type Draft } from "./draft.js";
import type { Pictures } from "./pictures.js";
import type { Source } from "./preview.js";
import type { Problem } from "./problems.js";
import type { Records } from "./records.js";
import { renderByService } from "./service.js";
import { ofTemplate, placeInTemplate, type OfTemplate } from "./templates.js";

export interface Outcome {
  readonly findings: readonly Problem[];
  readonly view: View | null;
  readonly source: Source | null;
  readonly pdf: Uint8Array | null;
  /** ms by phase, in their order */
  readonly times: readonly (readonly [string, number])[];
}

interface OutcomeOptions {
  readonly platen: ReturnType<typeof createPlaten>;
  readonly records: Records;
  readonly pictures: Pictures;
  readonly isTemplate: boolean;
  /** the PDF is the service's */
  readonly isByService: boolean;
  /** findings are also those of the accessibility report */
  readonly isJudged: boolean;
}

const NONE = { view: null, source: null, pdf: null, times: [] } as const;
const same = (pointer: string): string => pointer;

export const failure = (message: string): Outcome => ({ ...NONE, findings: [{ severity: "error", message, path: "" }] });

export async function outcomeOf(
  draft: Draft,
  { platen, records, pictures, isTemplate, isByService, isJudged }: OutcomeOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { text, json } = draft;
  const { assets } = pictures;
  let body: Request = new TextEncoder().encode(text);
  let of: OfTemplate | null = null;
  if (isTemplate) {
    const bound = await platen.bind({ ...draft.templateTexts, record: records.chosen }, { signal });
    records.show(bound.records);
    if (!bound.request) return { ...NONE, findings: bound.findings };
    body = bound.request;
    of = { template: parsed(text), request: bound.request, places: bound.places };
  }
  const phases = new Phases();
  const onProgress = ({ phase }: { readonly phase: string }): void => phases.enter(phase);
  const { view, pdf, ...found } = await platen.view(body, { warnings: true, signal, assets, onProgress });
  phases.enter("");
  const judged = view && isJudged ? accessibilityProblems(await platen.checkAccessibility(body, { signal, assets })) : [];
  const all: readonly Problem[] = [...found.findings, ...judged];
  const findings = of ? ofTemplate(all, of).map((finding) => ({ ...finding, ...draft.placeIn(json, finding.path) })) : all;
  if (!view) return { ...NONE, findings };
  const value = parsed(text);
  const made = body instanceof Uint8Array ? value : body;
  const source = { request: made, text: value, place: of ? placeInTemplate.bind(null, of) : same };
  const outcome = { findings, view, source, pdf, times: phases.times };
  if (!isByService) return outcome;
  const answer = await renderByService(made, assets, signal);
  if (answer instanceof Uint8Array) return { ...outcome, pdf: answer };
  const refusal: Problem = { severity: "error", ...answer, ...(json.at(answer.path) && draft.placeIn(json, answer.path)) };
  return { ...outcome, findings: [refusal, ...findings] };
}

/** Durations of phases. */
class Phases {
  readonly times: [string, number][] = [];
  #last = performance.now();
  #phase = "";

  /** @param phase "" after the last */
  enter(phase: string): void {
    if (phase === this.#phase) return;
    const now = performance.now();
    if (this.#phase !== "") this.times.push([this.#phase, now - this.#last]);
    this.#phase = phase;
    this.#last = now;
  }
}
