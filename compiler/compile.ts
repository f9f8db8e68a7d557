import type { IrDocument, StructNode } from "../ir/ir.js";
import { check, firstProblem } from "./check/document.js";
import { inOrder } from "./check/report.js";
import { RenderError, type Problem } from "./core/fail.js";
import { at, ROOT } from "./core/src.js";
import type { World } from "./core/world.js";
import { dependsOnLength } from "./lower/depends.js";
import { lowerDocument } from "./lower/document.js";
import { lowerSecurity } from "./lower/security.js";
import { loadPictures, NO_PICTURES, type Pictures } from "./picture/load.js";
import { pictureUses } from "./picture/sources.js";
import { decode, type Decoded } from "./request/decode.js";
import type { DocumentRequest } from "./request/types/document.js";
import { MAX_PAGES, type Compiled, type CompileOptions, type MetadataPolicy } from "./compiled.js";
import { withMetadataPolicy } from "./request/metadata-policy.js";
import { missingGlyphs } from "./glyphs.js";
import { Job } from "./job.js";
import { TextEngine } from "./text/shape/engine.js";

export { PASSES, type Compiled, type CompileOptions, type Pass } from "./compiled.js";

/**
 * Request to display list. Pure: the same request and World give the same answer.
 * @throws RenderError with the contract's code and the source path
 */
export async function compile(body: Uint8Array | object, world: World, options: CompileOptions = {}): Promise<Compiled> {
  const request = front(body, world, options);
  return back(request, await loadPictures(request, world, { watch: options.onPicture }), world, options);
}

/** The same at once, for a request without pictures: those are decoded elsewhere, which takes waiting. */
export function compileNow(body: Uint8Array | object, world: World, options: CompileOptions = {}): Compiled {
  const request = front(body, world, options);
  if (pictureUses(request).length > 0) throw new Error("a request with pictures is compiled by compile, not by compileNow");
  return back(request, NO_PICTURES, world, options);
}

/** What comes before pictures are looked at, so that their failures never hide an earlier one's. */
function front(body: Uint8Array | object, world: World, options: CompileOptions): DocumentRequest {
  const { decoded, entering, after, metadata } = options;
  entering?.("decode");
  const request = accepted(decode(body));
  decoded?.(request);
  after?.("decode", request);
  const materialized = materialize(request, metadata);
  after?.("materialize", materialized);
  entering?.("check");
  const problem = firstProblem(materialized, checked(materialized, world, options));
  if (problem) throw new RenderError(problem);
  after?.("check", null);
  entering?.("pictures");
  return materialized;
}

function checked(request: DocumentRequest, world: World, { maxPages = MAX_PAGES }: CompileOptions): readonly Problem[] {
  const found = check(request, new TextEngine(world).fonts, world);
  const given = request.pages?.length ?? 0;
  if (given <= maxPages) return found;
  return [
    ...found,
    { code: "API-004", rule: "too-many-pages", src: at(ROOT, "pages"), reason: `found ${given} pages, at most ${maxPages} are allowed` },
  ];
}

function back(request: DocumentRequest, pictures: Pictures, world: World, options: CompileOptions): Compiled {
  const { after } = options;
  after?.("pictures", pictures.blobs.keys());
  const entering = options.entering ?? ((): void => undefined);
  const { structure = true, maxPages = MAX_PAGES } = options;
  const job = new Job(lowerDocument(request, world, pictures), world, pictures.blobs, entering, { structure, maxPages });
  // a dump is of the whole result of a pass
  const painted = after || dependsOnLength(request) ? job.whole(after) : job.streamed();
  return { ...painted, protection: lowerSecurity(request) };
}

/**
 * Everything wrong with a request, of the earliest stage that finds anything; in the order of the request.
 * @param use what is done with the compiled document, which may find something too
 */
export async function problemsOf(
  body: Uint8Array | object,
  world: World,
  options: CompileOptions = {},
  use: (compiled: Compiled) => unknown = collect,
): Promise<readonly Problem[]> {
  const decoded = decode(body, MAX_LISTED);
  if ("problems" in decoded) return decoded.problems.map(asProblem);
  const request = materialize(decoded.request, options.metadata);
  const listed = (found: readonly Problem[]): readonly Problem[] => inOrder(decoded.request, found).slice(0, MAX_LISTED);
  const found = checked(request, world, options);
  if (found.length > 0) return listed(found);
  const unreadable: Problem[] = [];
  const pictures = await loadPictures(request, world, { note: (p) => unreadable.push(p), watch: options.onPicture });
  if (unreadable.length > 0) return listed(unreadable);
  try {
    await use(back(request, pictures, world, options));
    return [];
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    const glyphs = missingGlyphs(lowerDocument(request, world, pictures), world);
    return glyphs.length > 0 ? listed(glyphs) : [e.problem];
  }
}
const MAX_LISTED = 1000;

/** The whole display list as one value, plain data: for `ir`, goldens and other backends. */
export function collect(compiled: Compiled): IrDocument {
  const pages = [...compiled.pages()];
  const { head } = compiled;
  const { version, metadata, profile, tagged, destinations, outline, pageLabels, attachments, resources, sources } = head;
  const structure = plain(head.structure);
  return { version, metadata, profile, tagged, pages, structure, destinations, outline, pageLabels, attachments, resources, sources };
}

const plain = (node: StructNode): StructNode => ({
  ...node,
  role: node.role,
  kids: node.kids.map((k) => (typeof k === "number" ? k : plain(k))),
});

/** What stands for something else is replaced by it: metadata by what a policy lets through. Projections become rows and series here, once they are built. */
const materialize = (request: DocumentRequest, policy: MetadataPolicy | undefined): DocumentRequest =>
  policy
    ? { ...request, settings: { ...request.settings, metadata: withMetadataPolicy(request.settings?.metadata ?? {}, policy) } }
    : request;

function accepted(decoded: Decoded): DocumentRequest {
  if ("request" in decoded) return decoded.request;
  throw new RenderError(asProblem(decoded.problems[0]!));
}

const asProblem = (p: { readonly rule: string; readonly path: readonly (string | number)[]; readonly reason: string }): Problem => ({
  code: "API-001",
  rule: p.rule,
  src: at(ROOT, ...p.path),
  reason: p.reason,
});
