import { compileOptions, type CompileOptions } from "./compile-options.js";
import { RenderError } from "./core/fail.js";
import { inItem } from "./core/src.js";
import type { World } from "./core/world.js";
import { MERGING, PICTURE_LOADING } from "./lazy-modules.js";
import { embedFiles, embeddingOf } from "./lower/document/embed.js";
import { lowerItems } from "./lower/document/document.js";
import {
  checkPass,
  decodePass,
  lowerTools,
  materializePass,
  picturesPass,
  prepare,
  protectionOf,
  renderTools,
  type Compiled,
} from "./passes.js";
import type { Pictures } from "./picture/pictures.js";
import { pipelineSteps } from "./pipeline.js";
import type { Materialization, Materialized } from "./request/materialized.js";
import { inTurns } from "./turns.js";

/**
 * One display list (decisions §4). Each request is checked and lowered separately; paths begin with the index, `data[1]: pages[0]…`.
 * Problems of shape are API-002, as requests come from a template and a record.
 * @throws RenderError for the first wrong request, or if the requests cannot be one document
 */
export async function compileItems(bodies: readonly (Uint8Array | object)[], world: World, given: CompileOptions = {}): Promise<Compiled> {
  const options = compileOptions(given);
  const [{ mergeProblem }, { PictureReads }] = await Promise.all([MERGING.demand(), PICTURE_LOADING.demand()]);

  const accepted: Materialization[] = [];
  const accept = async (body: Uint8Array | object): Promise<void> => {
    const decoded = decodePass(body, options, world.limits);
    await prepare(decoded, world);
    const materialized = materializePass(decoded, world, options);
    checkPass(materialized, world, options);
    accepted.push(materialized);
  };
  for (const [i, body] of bodies.entries()) {
    await ofItem(i, accept(body));
    await options.turn?.();
  }

  const conflict = mergeProblem(
    accepted.map(({ sent }) => sent),
    world.limits,
  );
  if (conflict) throw new RenderError(conflict);

  const reads = new PictureReads(world, options.onPicture);
  const items: { readonly request: Materialized; readonly pictures: Pictures }[] = [];
  for (const [i, { sent, request }] of accepted.entries())
    items.push({ request, pictures: await ofItem(i, picturesPass(sent, world, options, { reads })) });
  await reads.cut();

  const tools = renderTools(world, options);
  const book = lowerItems(items, lowerTools(tools));
  const attached = embeddingOf(items[0]!.pictures.attachments, undefined);
  const carrying = embedFiles(attached, world, { book, blobs: reads.blobs });
  const painted = await inTurns(pipelineSteps(carrying.book, tools, carrying.blobs, options), options.turn);
  return { ...painted, protection: protectionOf(items[0]!.request), signatures: items[0]!.pictures.signatures };
}

const ofItem = <T>(item: number, work: Promise<T>): Promise<T> =>
  work.catch((e: unknown) => {
    if (!(e instanceof RenderError)) throw e;
    const { code, src } = e.problem;
    throw new RenderError({ ...e.problem, code: code === "API-001" ? "API-002" : code, src: inItem(src, item) });
  });
