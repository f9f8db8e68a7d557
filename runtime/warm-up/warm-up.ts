import { preloadModules } from "../../compiler/lazy-modules.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { collectBetweenRenders } from "../engine/between-renders.js";
import { renderEInvoice } from "../einvoice/render.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { renderTemplate, TemplateCache } from "../engine/template-render.js";
import { WARM_UP_RENDERS } from "../core/settings.js";
import { documentAt, type WarmUpDocument } from "./documents.js";
import { joined } from "./joined.js";
import { varied } from "./vary.js";

/** Turns of short documents: a request may have to wait for one while all is slow. */
const SHORT_TURNS = 3;
const COPIES = 5;

/** Each document in turn, then with other words, then long forms of those whose content continues on other pages. */
export function warmUpDocument(i: number, except: readonly string[] = []): WarmUpDocument {
  const { document, place, turn } = documentAt(i, except);
  const { body, kind } = document;
  const isLong = kind === "document" && turn >= SHORT_TURNS && (place + turn) % 2 === 0;
  const long = isLong ? joined(Array.from({ length: COPIES }, (_, k) => varied(body, turn * COPIES + k))) : null;
  return { ...document, body: long ?? varied(body, turn) };
}

/** Renders a document as its route does. @throws RenderError */
export async function renderWarmUp(engine: Engine, { kind, body, source }: WarmUpDocument, options: RenderOptions = {}): Promise<void> {
  const sent = new SentBody(encode(body));
  if (kind === "document") await engine.renderLater(sent, options);
  else if (kind === "e_invoice") await renderEInvoice(engine, sent, { ...options, jobs: null });
  else await renderTemplate(engine, new TemplateCache(), sent, { ...options, find: () => Promise.resolve(encode(source!)) });
}

const encode = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

export async function warmUp(engine: Engine, renders = WARM_UP_RENDERS): Promise<void> {
  await preloadModules();
  for (let i = 0; i < renders; i++) {
    const began = performance.now();
    await renderWarmUp(engine, warmUpDocument(i));
    collectBetweenRenders(performance.now() - began);
  }
}
