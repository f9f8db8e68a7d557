// Display lists that are written later, among others of one file.
import { collect, compileItems, type Compiled } from "../../compiler/compile.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { Template } from "../../compiler/template/template.js";
import type { BlobId, Blobs, IrDocument, Page } from "../../ir/ir.js";
import type { Protection } from "../../ir/protection.js";
import type { Engine } from "./engine.js";
import { renderOptions, type AllRenderOptions, type RenderOptions } from "./render-options.js";
import { guarded } from "./renderer.js";
import { boundRecord } from "./template-render.js";

/** A document that can be written among others. */
export interface Listed {
  readonly doc: IrDocument;
  /** blobs of all but fonts */
  readonly blobs: readonly ListedBlob[];
  readonly protection: Protection | null;
}

interface ListedBlob {
  readonly id: BlobId;
  readonly bytes: Uint8Array;
  /** the bytes are deflated */
  readonly deflated: boolean;
}

/** A record bound to a template, as a list with the settings of its request. @throws RenderError */
export async function listedRecord(
  engine: Engine,
  template: Template,
  record: unknown,
  options: RenderOptions,
): Promise<{ readonly listed: Listed; readonly settings: NonNullable<DocumentRequest["settings"]> }> {
  const request = boundRecord(template, record, options.limits);
  return { listed: await listedItems(engine, [request], options), settings: request.settings ?? {} };
}

/** The display list that `renderItems` writes, if it can be written. @throws RenderError */
export async function listedItems(engine: Engine, bodies: readonly object[], given: RenderOptions): Promise<Listed> {
  const options = renderOptions(given);
  const compiled = await compileItems(bodies, engine.world(options), options);
  const pages: Page[] = [];
  for (const page of compiled.steps()) {
    if (!page) continue;
    pages.push(page);
    options.onPage(pages.length, compiled.total());
  }
  const doc = collect({ ...compiled, pages: () => pages });
  judge(engine, doc, compiled, options);
  const blobs = compiled.blobs.keys().map((id) => {
    const deflated = compiled.blobs.deflated(id);
    return { id, bytes: deflated ?? compiled.blobs.get(id)!, deflated: deflated !== undefined };
  });
  return { doc, blobs, protection: compiled.protection };
}

/** @throws RenderError for what the profile forbids, and numbers that PDF lacks */
function judge(engine: Engine, doc: IrDocument, compiled: Compiled, { fonts, limits }: AllRenderOptions): void {
  guarded(() => {
    const writer = engine.backend.judge(doc, engine.blobsOf(compiled, fonts), {
      protection: compiled.protection,
      budgets: limits,
      opened: (id) => compiled.blobs.opened(id),
    });
    for (const page of doc.pages) writer.page(page);
    writer.end(doc);
  });
}

/** Blobs of a list, and the fonts. */
export function blobsOfListed({ blobs }: Pick<Listed, "blobs">, fonts: Blobs): Blobs {
  const own = new Map(blobs.map((blob) => [blob.id, blob]));
  const plain = (id: BlobId): Uint8Array | undefined => {
    const blob = own.get(id);
    return blob && !blob.deflated ? blob.bytes : undefined;
  };
  return {
    get: (id) => plain(id) ?? fonts.get(id),
    deflated: (id) => {
      const blob = own.get(id);
      return blob?.deflated ? blob.bytes : undefined;
    },
  };
}
