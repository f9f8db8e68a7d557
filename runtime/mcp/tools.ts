// The tools (program-browser-agents.md R14 to R18).
import { RenderError } from "../../compiler/core/fail.js";
import { plain } from "../../compiler/help/nearest.js";
import { schemaNames, schemaText, typeNames } from "../core/schemas.js";
import { readEInvoice, validateEInvoice, writeEInvoice } from "../library/library.js";
import { builtInSample } from "../owner/templates.js";
import type { Finding } from "../errors/findings.js";
import { checkArguments, wrongArgument, type Arguments } from "./arguments.js";
import {
  documentOf,
  findingOfError,
  findingsOf,
  Refusal,
  templateSource,
  type DocumentCalls,
  type GivenDocument,
  type Sources,
} from "./documents.js";
import { examples, searched } from "./examples.js";
import type { Files } from "./files.js";
import type { ToolResult } from "./sdk.js";
import { TOOLS, type ToolForm, type ToolName } from "./tool-schemas.js";

export interface Tools extends Sources {
  readonly documents: DocumentCalls;
}

type Call = (args: Arguments, tools: Tools, signal: AbortSignal) => Promise<ToolResult> | ToolResult;

/** Characters of a schema. */
const MOST_CHARACTERS = 20_000;
/** bytes, in an answer */
const MOST_EMBEDDED = 4 * 1024 * 1024;

const structured = (content: object): ToolResult => ({
  content: [{ type: "text", text: JSON.stringify(content) }],
  structuredContent: content as Record<string, unknown>,
});

export const findingsResult = (findings: readonly Finding[]): ToolResult =>
  structured({ ok: findings.every((f) => f.severity === "warning"), findings });

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

const CALLS: Readonly<Record<ToolName, Call>> = {
  schema({ name }) {
    if (name === undefined) return structured({ names: [...schemaNames(), ...typeNames()] });
    const text = schemaText(name as string);
    if (typeof text !== "string") throw wrongArgument("name", text.unknown);
    const names = [...schemaNames(), ...typeNames()];
    return structured({
      name: names.find((n) => plain(n) === plain(name as string)) ?? name,
      schema: shortened(JSON.parse(text) as SchemaText),
    });
  },

  examples({ query, name }) {
    if (name !== undefined && query !== undefined) throw wrongArgument("name", "must be given without query");
    if (name === undefined)
      return structured({ examples: searched((query as string | undefined) ?? "").map((e) => ({ name: e.name, title: e.title })) });
    const found = examples().find((e) => e.name === name);
    if (!found) throw wrongArgument("name", `there is no example ${JSON.stringify(String(name).slice(0, 100))}`);
    return structured({ name: found.name, request: found.request });
  },

  async check(args, tools, signal) {
    return findingsResult(await found(args, tools, signal));
  },

  async render(args, tools, signal) {
    const { documents, files } = tools;
    const overwrite = args["overwrite"] === true;
    const output = args["output_path"] === undefined ? null : files.output("output_path", args["output_path"] as string, overwrite);
    const document = await documentOf(args, tools, args["profile"] as string | undefined);
    const { pdf, pages } = await document.render(documents, signal);
    if (output !== null) return structured({ pages, bytes: pdf.length, path: files.write("output_path", output, pdf, overwrite) });
    if (pdf.length > MOST_EMBEDDED)
      throw new Refusal("API-002", `the PDF has ${pdf.length} bytes, an answer at most ${MOST_EMBEDDED}: give output_path`, []);
    const result = { pages, bytes: pdf.length };
    const resource = { uri: "platen:///document.pdf", mimeType: "application/pdf", blob: base64(pdf) };
    return {
      content: [
        { type: "text", text: JSON.stringify(result) },
        { type: "resource", resource },
      ],
      structuredContent: result,
    };
  },

  async preview(args, tools, signal) {
    const document = await documentOf(args, tools);
    const of = { page: (args["page"] as number | undefined) ?? 1, width: (args["width"] as number | undefined) ?? 1000 };
    const boxes = args["boxes"] === true;
    const { png, pages, width, height, boxes: found } = await tools.documents.preview(only(document), { ...of, boxes }, { signal });
    const result = {
      page: of.page,
      pages,
      width,
      height,
      ...(found && { boxes: found.map(({ path, rect_mm }) => ({ path: document.placedPath(path), rect_mm })) }),
    };
    return {
      content: [
        { type: "image", mimeType: "image/png", data: base64(png) },
        { type: "text", text: JSON.stringify(result) },
      ],
      structuredContent: result,
    };
  },

  async text(args, tools, signal) {
    const text = await tools.documents.text(only(await documentOf(args, tools)), { signal });
    return { content: [{ type: "text", text }], structuredContent: { text } };
  },

  async templates({ id }, { templates }) {
    if (id !== undefined) {
      const fields = fieldsOf(await templateSource(templates, "id", id as string));
      return structured({ id, fields, sample: builtInSample(id as string) });
    }
    const all: object[] = [];
    for (const name of templates.ids) {
      const source = await templates.source(name);
      // retired meanwhile
      if (source) all.push({ id: name, fields: fieldsOf(source) });
    }
    return structured({ templates: all });
  },

  async einvoice_validate(args, { files }, signal) {
    return structured(await validateEInvoice(invoiceOf(args, files), { signal }));
  },

  async einvoice_read(args, { files }) {
    return structured(await readEInvoice(invoiceOf(args, files)));
  },

  async einvoice_write({ invoice, syntax = "cii", profile }) {
    if (invoice === undefined) throw wrongArgument("invoice", "is required: an object");
    if (syntax !== "cii" && syntax !== "ubl") throw wrongArgument("syntax", 'must be "cii" or "ubl"');
    const { xml } = await writeEInvoice(invoice as never, { syntax, ...(profile !== undefined && { profile: profile as never }) });
    return structured({ xml });
  },
};

function invoiceOf(args: Arguments, files: Files): string | Uint8Array {
  const { xml, path } = args;
  if ((xml === undefined) === (path === undefined))
    throw wrongArgument(xml === undefined ? "xml" : "path", "must be exactly one of xml and path");
  return xml === undefined ? files.read("path", path as string) : (xml as string);
}

const fieldsOf = (source: Uint8Array): readonly unknown[] =>
  (JSON.parse(new TextDecoder().decode(source)) as { readonly schema?: { readonly fields?: readonly unknown[] } }).schema?.fields ?? [];

const only = ({ requests }: GivenDocument): GivenDocument["requests"][number] => {
  if (requests.length !== 1) throw wrongArgument("data", `must be one object here; found ${requests.length}`);
  return requests[0]!;
};

async function found(args: Arguments, tools: Tools, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    return await findingsOf(await documentOf(args, tools), tools.documents, signal);
  } catch (e) {
    if (e instanceof Refusal) return e.findings;
    return [findingOfError(e)];
  }
}

interface SchemaText {
  readonly $defs?: Readonly<Record<string, unknown>>;
}

/** In order of reference, while they fit; the others by name. */
function shortened(schema: SchemaText): object {
  const { $defs = {}, ...own } = schema;
  const kept: Record<string, unknown> = {};
  let left = MOST_CHARACTERS - JSON.stringify(own).length - 200;
  const queue: unknown[] = [own];
  for (const node of queue)
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (Object.hasOwn(kept, name!) || !Object.hasOwn($defs, name!)) continue;
      const size = JSON.stringify($defs[name!]).length + name!.length + 4;
      if (size > left) continue;
      left -= size;
      kept[name!] = $defs[name!];
      queue.push($defs[name!]);
    }
  const types = Object.keys($defs).length - Object.keys(kept).length;
  return {
    ...own,
    ...(types > 0 && { $comment: "types that are not in $defs have their schema by name" }),
    ...(Object.keys(kept).length > 0 && { $defs: kept }),
  };
}

/** A refused document is a result. @throws WrongArgument */
export async function callTool(name: string, given: unknown, tools: Tools, signal: AbortSignal): Promise<ToolResult> {
  if (!Object.hasOwn(TOOLS, name)) throw wrongArgument("name", `there is no tool ${JSON.stringify(name.slice(0, 100))}`);
  const { takes }: ToolForm = TOOLS[name as ToolName];
  const kinds = Object.fromEntries(Object.entries(takes).map(([key, [kind]]) => [key, kind]));
  const args = checkArguments(given, kinds);
  try {
    return await CALLS[name as ToolName](args, tools, signal);
  } catch (e) {
    if (e instanceof Refusal) return refused(e.code, e.message, e.findings);
    if (e instanceof TypeError && /^\w+: /.test(e.message)) throw wrongArgument(e.message.split(":")[0]!, e.message.replace(/^\w+: /, ""));
    if (!(e instanceof RenderError)) throw e;
    const finding = findingOfError(e);
    const document =
      ["render", "preview", "text"].includes(name) && args["template_id"] === undefined ? await documentOf(args, tools) : null;
    const placed = document && name !== "render" ? document.placed(finding) : finding;
    return refused(e.code, placed.message, [placed]);
  }
}

export const refused = (code: string, message: string, findings: readonly object[]): ToolResult => ({
  isError: true,
  content: [{ type: "text", text: `${code} ${message}` }],
  structuredContent: { code, message, findings },
});
