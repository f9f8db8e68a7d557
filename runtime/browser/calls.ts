import { limitsWith } from "../../compiler/core/limits.js";
import { loaded } from "../../compiler/core/not-loaded.js";
import type { Problem, RenderError } from "../../compiler/core/fail.js";
import type { Found } from "../../compiler/request/judged.js";
import { findingOf, placed, placesOf, rootOf, warningsInOrder, type Finding } from "../errors/findings.js";
import type { RenderOptions } from "../engine/render-options.js";
import { hooksOf } from "../library/hooks.js";
import type { Checking } from "../views/judged.js";
import * as operations from "../views/views.js";
import type { BindTexts } from "./bind.js";
import type { BrowserEngine } from "./engine.js";
import type { DiffBody } from "./diff.js";
import type { BrowserDiffOptions, BrowserFillOptions, BrowserOptions, BrowserSvgOptions, CallName } from "./options.js";
import type { ViewPart } from "./view.js";

type Body = Uint8Array | object;

/** Input of `fillForm`. */
interface FormBody {
  readonly pdf: Uint8Array;
  readonly values: unknown;
}

interface Call {
  readonly body: Body;
  readonly options: BrowserSvgOptions & BrowserDiffOptions & BrowserFillOptions;
  /** options of the compiler */
  readonly render: RenderOptions;
  readonly warnings: () => readonly Finding[];
}

const CALLED: Readonly<Record<CallName, (engine: BrowserEngine, call: Call) => Promise<unknown>>> = {
  async render(engine, { body, render, warnings }) {
    const { pdf, pages } = await engine.renderLater(body, render);
    return { pdf, pages, warnings: warnings() };
  },
  async check(engine, { body, options, render }) {
    const { documentFindings } = await import("../views/judged.js");
    const { errors, warnings } = await documentFindings(engine, body, { ...render, warnings: options.warnings ?? false });
    return [...errorsOf(body, errors), ...warningsOf(body, warnings)];
  },
  async checkAccessibility(engine, { body, render }) {
    const [{ accessibilityOf, placedInBrief }, { problemsFound }] = await Promise.all([
      import("../views/accessibility.js"),
      import("../views/judged.js"),
    ]);
    const find = (checking: Checking, given: Body): Promise<Found> => problemsFound(checking, given, rootOf(given)(), render);
    return accessibilityOf(engine, body, { find, placed: await placedInBrief(body) }, render);
  },
  svg: (engine, { body, options, render }) => operations.svg(engine, body, render, options.pages),
  async view(engine, { body, options, render }) {
    const { view } = await import("./view.js");
    const checking = { ...render, warnings: options.warnings ?? false };
    const { errors: known, warnings: noted, ...shown } = await view(engine, body, checking);
    const { judgedFindings } = await import("../views/judged.js");
    const { errors, warnings } = await judgedFindings(engine, { errors: known, warnings: noted }, body, checking);
    return { ...shown, findings: [...errorsOf(body, errors), ...warningsOf(body, warnings)] };
  },
  part: async (engine, { body }) => (await import("./view.js")).viewPart(engine, body as ViewPart),
  bind: async (engine, { body, render }) => (await import("./bind.js")).bind(body as BindTexts, engine.world(render)),
  async diff(engine, { body, options, render }) {
    const { diffOf } = await import("./diff.js");
    const { tolerance, only, ignore, ignoreAreas, metadata, limit } = options;
    return diffOf(engine, body as DiffBody, { tolerance, only, ignore, ignoreAreas, metadata, limit }, render);
  },
  async readForm(engine, { body, render }) {
    const { readFormOf } = await import("../pdf/form.js");
    return readFormOf(body as Uint8Array, { budgets: limitsWith(render.limits), crypto: engine.crypto });
  },
  async fillForm(engine, { body, options, render }) {
    const { fillFormOf } = await import("../pdf/fill/fill.js");
    const { pdf, values } = body as FormBody;
    const tools = { renderer: engine, options: render, budgets: limitsWith(render.limits), crypto: engine.crypto };
    return fillFormOf(pdf, values, options, tools);
  },
  text: (engine, { body, render }) => operations.text(engine, body, render),
};

/** Calls whose body is not a document. */
const NO_DOCUMENT = { bind: true, diff: true, part: true, readForm: true, fillForm: true };

function errorsOf(body: Body, list: readonly Problem[]): readonly Finding[] {
  const places = placesOf(body);
  return list.map((p) => findingOf(p, places));
}

function warningsOf(body: Body, list: readonly Problem[]): readonly Finding[] {
  const places = placesOf(body);
  const root = rootOf(body);
  return warningsInOrder(body, list).map((p) => findingOf(p, places, "warning", root));
}

/** Lets messages in, without the delay of nested timers. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const received = (): void => {
      port1.close();
      resolve();
    };
    Object.assign(port1, { onmessage: received });
    port2.postMessage(null);
  });
}

/** Runs a call, again where it turns out to need files that are not loaded. @throws RenderError, TypeError for pages; the signal's reason */
export async function call(engine: BrowserEngine, name: CallName, body: Body, options: BrowserOptions): Promise<unknown> {
  const { signal, assets, maxPages, limits, sourceDateEpoch } = options;
  signal?.throwIfAborted();
  const hooks = hooksOf(options, pause);
  const own = assets && new Map(Object.entries(assets));
  let noted: Problem[] = [];
  const render: RenderOptions = {
    ...hooks.options,
    maxPages,
    limits: limitsWith(limits),
    epoch: sourceDateEpoch,
    assets: own && ((key) => own.get(key) ?? null),
    warn: options.warnings ? (p) => void noted.push(p) : undefined,
  };
  const work: Call = { body, options, render, warnings: () => warningsOf(body, noted) };
  const restart = (): void => {
    signal?.throwIfAborted();
    noted = [];
  };
  const judged = async (e: RenderError): Promise<Problem> => {
    // offline, a refusal has no patch
    const views = await import("../views/judged.js").catch(() => null);
    return views ? loaded(() => views.judgedDocument(engine, body, render)(e), restart) : e.problem;
  };
  const result = await placed(body, () => loaded(() => CALLED[name](engine, work), restart), name in NO_DOCUMENT ? undefined : judged);
  hooks.end();
  return result;
}
