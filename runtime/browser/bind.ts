import { isList, isHolder } from "../../base/json.js";
import { messageOf } from "../../base/error.js";
import type { Problem } from "../../compiler/core/fail.js";
import { pointerTo } from "../../compiler/core/patch.js";
import { itemOf, pointerOf, stepsOf } from "../../compiler/core/src.js";
import { NotLoaded } from "../../compiler/core/not-loaded.js";
import type { LocaleSource, World } from "../../compiler/core/world.js";
import { withPatches, type Found } from "../../compiler/request/judged.js";
import { TextPlaces } from "../../compiler/request/position.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { bindBatch, parseTemplate, type Places } from "../../compiler/template/template.js";
import { findingOf, type Finding } from "../errors/findings.js";

/** JSON texts; the record may be an array of records. */
export interface BindTexts {
  readonly template: string;
  readonly data: string;
  /** index of the record in an array of records; 0 for one that the array does not have */
  readonly record?: number;
}

/** Request of the record; null if there are findings. */
export interface Bound {
  readonly request: DocumentRequest | null;
  /** `in`: the text that path, line and column are of */
  readonly findings: readonly (Finding & { readonly in: "template" | "data" })[];
  readonly records: number;
  /** places in the template of the objects in lists, by places in the request (JSON Pointers) */
  readonly places: Readonly<Record<string, string>>;
}

/** @throws NotLoaded for data of a locale */
export async function bind({ template, data, record = 0 }: BindTexts, world: Pick<World, "locales" | "limits">): Promise<Bound> {
  const again = (source: unknown): Promise<Found> => Promise.resolve(foundIn(source, data, world));
  const refused = async (problems: readonly Problem[], records: number, isList: boolean): Promise<Bound> => {
    const { errors } = await withPatches({ errors: problems, warnings: [] }, () => valueOf(template), again);
    const texts = { template: new TextPlaces(template), data: new TextPlaces(data) };
    return { request: null, findings: errors.map((p) => placed(p, texts, isList)), records, places: {} };
  };
  const parsed = parseTemplate(new TextEncoder().encode(template));
  if ("problems" in parsed) return refused(parsed.problems, 0, false);
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (e) {
    const message = `the data are not JSON: ${messageOf(e)}`;
    return {
      request: null,
      findings: [{ severity: "error", code: "API-001", rule: "data-json", path: "", message, in: "data" }],
      records: 0,
      places: {},
    };
  }
  const records = isList(value) ? value : [value];
  // expressions wrap what functions throw
  let missing: NotLoaded | null = null;
  const locales: LocaleSource = {
    read(name) {
      try {
        return world.locales.read(name);
      } catch (e) {
        if (e instanceof NotLoaded) missing ??= e;
        throw e;
      }
    },
  };
  const sources: Places = new Map();
  const bound = bindBatch(parsed.template, records, { locales, limits: world.limits }, undefined, sources);
  if (missing !== null) throw missing;
  if ("problems" in bound) return refused(bound.problems, records.length, isList(value));
  const request = bound.requests[record] ?? bound.requests[0]!;
  return { request, findings: [], records: records.length, places: placesOf(request, sources) };
}

/** Errors of a template with these data. */
function foundIn(template: unknown, data: string, world: Pick<World, "locales" | "limits">): Found {
  const parsed = parseTemplate(template as object);
  if ("problems" in parsed) return { errors: parsed.problems, warnings: [] };
  const value = valueOf(data);
  const bound = bindBatch(parsed.template, isList(value) ? value : [value], world);
  return { errors: "problems" in bound ? bound.problems : [], warnings: [] };
}

function placesOf(request: object, sources: Places): Bound["places"] {
  const places: Record<string, string> = {};
  const walk = (value: unknown, here: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [step, part] of Object.entries(value)) {
      const at = `${here}${pointerTo([step])}`;
      const source = isList(value) && isHolder(part) ? sources.get(part) : undefined;
      if (source) places[at] = pointerOf(source);
      walk(part, at);
    }
  };
  walk(request, "");
  return places;
}

/** Undefined if not JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function placed(p: Problem, texts: Readonly<Record<"template" | "data", TextPlaces>>, isList: boolean): Bound["findings"][number] {
  const steps = stepsOf(p.src);
  const ofRecord = itemOf(p.src) === undefined && steps[0] === "data";
  if (!ofRecord)
    return {
      ...findingOf({ ...p, offset: texts.template.offsetOf(steps, p.onKey) }, texts.template),
      in: "template",
    };
  const own = steps.slice(isList ? 1 : 2);
  const offset = texts.data.offsetOf(own, p.onKey);
  return { ...findingOf({ ...p, offset }, texts.data), path: pointerTo(own), in: "data" };
}
