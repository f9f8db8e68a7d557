// The tools (R14 to R18).
import { memberOf } from "../../base/lookup.js";
import { isList, ownJson, parsedJson } from "../../base/json.js";
import type { AccessibilityReport } from "../../accessibility/report.js";
import { RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { nearest, plain } from "../../compiler/help/nearest.js";
import { schemaNames, schemaText, typeNames } from "../core/schemas.js";
import { inspectEInvoice, readEInvoice, validateEInvoice, writeEInvoice } from "../library/library.js";
import { builtInSample } from "../owner/templates.js";
import { placedBy } from "../engine/file-request.js";
import type { DiffGiven } from "../library/diff.js";
import type { Finding } from "../errors/findings.js";
import { checkArguments, WrongArgument, wrongArgument, type Arguments } from "./arguments.js";
import {
  checkSource,
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
import { inToolWords, toolWords } from "./words.js";
import {
  DOCUMENT,
  TOOLS,
  type ArgumentsOfTool,
  type DocumentArguments,
  type FormArguments,
  type InvoiceArguments,
  type ToolName,
  type TakesOfTool,
} from "./tool-schemas.js";

export interface Tools extends Sources {
  readonly documents: DocumentCalls;
  /** names of pictures, for messages; undefined: unknown */
  readonly pictures?: () => readonly string[];
}

type Call<Name extends ToolName> = (args: ArgumentsOfTool<Name>, tools: Tools, signal: AbortSignal) => Promise<ToolResult> | ToolResult;

/** Differences that the tool lists (DF-26). */
const MOST_DIFFERENCES = 100;
/** Characters of a schema. */
const MOST_CHARACTERS = 20_000;
/** bytes, in an answer */
const MOST_EMBEDDED = 4 * 1024 * 1024;

const structured = (content: object): ToolResult => ({
  content: [{ type: "text", text: JSON.stringify(content) }],
  structuredContent: { ...content },
});

export const findingsResult = (findings: readonly Finding[], pictures?: readonly string[], more: object | null = null): ToolResult =>
  structured({ ok: findings.every((f) => f.severity === "warning"), findings: inToolWords(findings, pictures), ...more });

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

const CALLS: { readonly [Name in ToolName]: Call<Name> } = {
  schema({ name }) {
    if (name === undefined) return structured({ names: [...schemaNames(), ...typeNames()] });
    const text = schemaText(name);
    if (typeof text !== "string") throw wrongArgument("name", text.unknown);
    const names = [...schemaNames(), ...typeNames()];
    return structured({
      name: names.find((n) => plain(n) === plain(name)) ?? name,
      schema: shortened(ownJson(text)),
    });
  },

  examples({ query, name }) {
    if (name !== undefined && query !== undefined) throw wrongArgument("name", "must be given without query");
    if (name === undefined) return structured({ examples: searched(query ?? "").map((e) => ({ name: e.name, title: e.title })) });
    const found = examples().find((e) => e.name === name);
    if (!found) throw wrongArgument("name", noExample(name));
    return structured({ name: found.name, request: found.request });
  },

  async check({ accessibility, ...args }, tools, signal) {
    const findings = await found(args, tools, signal);
    const report = accessibility ? await reportOf(args, tools, signal) : null;
    return findingsResult(findings, tools.pictures?.(), report && { accessibility: report });
  },

  async render(args, tools, signal) {
    const handOver = handingOver(args, tools.files);
    const document = await documentOf(args, tools, args.profile);
    const { pdf, pages } = await document.render(tools.documents, signal);
    return handOver(pdf, { pages });
  },

  async preview(args, tools, signal) {
    const document = await documentOf(args, tools);
    const { page = 1, width: most = 1000, boxes = false } = args;
    const of = { page, width: most };
    const { png, pages, width, height, scaled, boxes: found } = await tools.documents.preview(only(document), { ...of, boxes }, { signal });
    const result = {
      page: of.page,
      pages,
      width,
      height,
      ...(scaled !== undefined && { scaled }),
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

  async diff({ a, b, tolerance, only: kinds, ignore }, tools, signal) {
    const options = { ...(tolerance !== undefined && { tolerance }), ...(kinds && { only: kinds }), ...(ignore && { ignore }) };
    const given = { a: await comparedOf(a, "a", tools), b: await comparedOf(b, "b", tools) };
    return structured(await tools.documents.diff(given.a, given.b, { ...options, limit: MOST_DIFFERENCES, signal }));
  },

  read_form: (args, { documents, files }, signal) =>
    onForm(args, files, async (pdf) => structured(await documents.readForm(pdf, { signal }))),

  fill_form({ values = {}, flatten, read_only, ...args }, { documents, files }, signal) {
    const handOver = handingOver(args, files);
    return onForm(args, files, async (given) => {
      const filling = { ...(flatten !== undefined && { flatten }), ...(read_only !== undefined && { read_only }), signal };
      const { pdf, fields, warnings } = await documents.fillForm(given, values, filling);
      return handOver(pdf, { fields, warnings });
    });
  },

  async templates({ id }, { templates }) {
    if (id !== undefined) {
      const fields = fieldsOf(await templateSource(templates, "id", id));
      return structured({ id, fields, sample: builtInSample(id) });
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

  async einvoice_inspect({ language, policy, ...args }, { files }, signal) {
    const name = args.path === undefined ? undefined : args.path.split("/").at(-1)!;
    const options = {
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
      ...(policy !== undefined && { policy }),
    };
    return structured(await inspectEInvoice(invoiceOf(args, files), { ...options, signal }));
  },

  async einvoice_read(args, { files }) {
    return structured(await readEInvoice(invoiceOf(args, files)));
  },

  async einvoice_write({ invoice, syntax = "cii", profile }) {
    if (invoice === undefined) throw wrongArgument("invoice", "is required: an object");
    if (syntax !== "cii" && syntax !== "ubl") throw wrongArgument("syntax", 'must be "cii" or "ubl"');
    const { xml } = await writeEInvoice(invoice, { syntax, ...(profile !== undefined && { profile }) });
    return structured({ xml });
  },
};

/** A document of `diff`: as `render` takes it, or a file that is a PDF. @throws WrongArgument; Refusal */
async function comparedOf(given: Arguments | undefined, name: string, tools: Tools): Promise<DiffGiven> {
  if (given === undefined) throw wrongArgument(name, "is required: an object with request, path, or template_id and data");
  try {
    const args = checkArguments(given, DOCUMENT);
    checkSource(args);
    if (args.template_id !== undefined) return only(await documentOf(args, tools));
    return args.path === undefined ? (args.request as DiffGiven) : tools.files.read("path", args.path);
  } catch (e) {
    throw e instanceof WrongArgument ? new WrongArgument(`${name}.${e.message}`) : e;
  }
}

interface OutputArguments {
  readonly path?: string | undefined;
  readonly output_path?: string | undefined;
  readonly overwrite?: boolean | undefined;
}

/** Checks where a PDF goes before it is made. @throws WrongArgument; Refusal */
function handingOver(args: OutputArguments, files: Files): (pdf: Uint8Array, facts: object) => ToolResult {
  const { output_path: outputPath, overwrite = false, path } = args;
  const output = outputPath === undefined ? null : files.output("output_path", outputPath, overwrite, path);
  return (pdf, facts) => {
    const result = { ...facts, bytes: pdf.length };
    if (output !== null) return structured({ ...result, path: files.write("output_path", output, pdf, overwrite) });
    if (pdf.length > MOST_EMBEDDED)
      throw new Refusal("API-002", `the PDF has ${pdf.length} bytes, an answer at most ${MOST_EMBEDDED}: give output_path`, []);
    const resource = { uri: "platen:///document.pdf", mimeType: "application/pdf", blob: base64(pdf) };
    return {
      content: [
        { type: "text", text: JSON.stringify(result) },
        { type: "resource", resource },
      ],
      structuredContent: result,
    };
  };
}

/** Refusals of the file have the path of the argument that gives it. @throws WrongArgument; RenderError */
async function onForm(args: FormArguments, files: Files, use: (pdf: Uint8Array) => Promise<ToolResult>): Promise<ToolResult> {
  const { pdf, path } = args;
  const name = pdf === undefined ? "path" : "pdf";
  if ((pdf === undefined) === (path === undefined)) throw wrongArgument(name, "must be exactly one of pdf and path");
  const bytes = path === undefined ? fromBase64(name, pdf!) : files.read(name, path);
  return placedBy(
    ([first, ...steps]) => at(ROOT, ...(first === undefined ? [] : [first === "source" ? name : first]), ...steps),
    () => use(bytes),
  );
}

function fromBase64(name: string, text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw wrongArgument(name, "must be base64");
  return new Uint8Array(Buffer.from(text, "base64"));
}

function invoiceOf({ xml, path }: InvoiceArguments, files: Files): string | Uint8Array {
  if (xml !== undefined && path === undefined) return xml;
  if (path !== undefined && xml === undefined) return files.read("path", path);
  throw wrongArgument(xml === undefined ? "xml" : "path", "must be exactly one of xml and path");
}

function noExample(name: string): string {
  const meant = nearest(
    name,
    examples().map((e) => e.name),
  );
  return `${meant === undefined ? "" : `did you mean ${meant}? `}there is no example ${JSON.stringify(name.slice(0, 100))}`;
}

const fieldsOf = (source: Uint8Array): readonly unknown[] => {
  const fields = memberOf(memberOf(parsedJson(new TextDecoder().decode(source)), "schema"), "fields");
  return isList(fields) ? fields : [];
};

const only = ({ requests }: GivenDocument): GivenDocument["requests"][number] => {
  if (requests.length !== 1) throw wrongArgument("data", `must be one object here; found ${requests.length}`);
  return requests[0]!;
};

async function found(args: DocumentArguments, tools: Tools, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    return await findingsOf(await documentOf(args, tools), tools.documents, signal);
  } catch (e) {
    if (e instanceof Refusal) return e.findings;
    return [findingOfError(e)];
  }
}

/** Null for a refused document (AX-35). */
async function reportOf(args: DocumentArguments, tools: Tools, signal: AbortSignal): Promise<AccessibilityReport | null> {
  try {
    return await (await documentOf(args, tools)).accessibility(tools.documents, signal);
  } catch (e) {
    if (e instanceof Refusal || e instanceof RenderError) return null;
    throw e;
  }
}

interface SchemaText {
  readonly $defs?: Readonly<Record<string, unknown>>;
}

/** Shortens a schema: definitions in order of reference while they fit, the others by name. */
function shortened(schema: SchemaText): object {
  const { $defs = {}, ...own } = schema;
  const used: Record<string, unknown> = {};
  let left = MOST_CHARACTERS - JSON.stringify(own).length - 200;
  const queue: unknown[] = [own];
  for (const node of queue)
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (Object.hasOwn(used, name!) || !Object.hasOwn($defs, name!)) continue;
      const size = JSON.stringify($defs[name!]).length + name!.length + 4;
      if (size > left) continue;
      left -= size;
      used[name!] = $defs[name!];
      queue.push($defs[name!]);
    }
  const types = Object.keys($defs).length - Object.keys(used).length;
  return {
    ...own,
    ...(types > 0 && { $comment: "types that are not in $defs have their schema by name" }),
    ...(Object.keys(used).length > 0 && { $defs: used }),
  };
}

/** @throws WrongArgument */
function toolNamed(name: string): ToolName {
  if (isTool(name)) return name;
  throw wrongArgument("name", `there is no tool ${JSON.stringify(name.slice(0, 100))}`);
}

const isTool = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** Arguments have the kinds that the tool takes. @throws WrongArgument */
const called = async <Name extends ToolName>(
  tool: Name,
  given: Arguments | undefined,
  tools: Tools,
  signal: AbortSignal,
): Promise<ToolResult> => CALLS[tool](checkArguments<TakesOfTool<Name>>(given, TOOLS[tool].takes), tools, signal);

const documentArguments = (given: Arguments = {}): DocumentArguments =>
  checkArguments(Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(DOCUMENT, name))), DOCUMENT);

/** A refused document is a result. @throws WrongArgument */
export async function callTool(name: string, given: Arguments | undefined, tools: Tools, signal: AbortSignal): Promise<ToolResult> {
  const tool = toolNamed(name);
  try {
    return await called(tool, given, tools, signal);
  } catch (e) {
    if (e instanceof Refusal) return refused(e.code, e.message, e.findings);
    if (e instanceof TypeError && /^\w+: /.test(e.message)) throw wrongArgument(e.message.split(":")[0]!, e.message.replace(/^\w+: /, ""));
    if (!(e instanceof RenderError)) throw e;
    // the message may name a side of a comparison
    const finding = { ...findingOfError(e), message: e.message };
    const document =
      ["render", "preview", "text"].includes(name) && given?.["template_id"] === undefined
        ? await documentOf(documentArguments(given), tools)
        : null;
    const placed = document && name !== "render" ? document.placed(finding) : finding;
    return refused(e.code, placed.message, [placed], tools.pictures?.());
  }
}

/** An argument that the tool does not take. */
export const refusedArgument = ({ message }: WrongArgument): ToolResult =>
  refused("API-001", message, [{ severity: "error", code: "API-001", message, rule: "argument", path: "" }]);

/** @param pictures names of pictures, if the message lacks one */
export function refused(code: string, given: string, findings: readonly Finding[], pictures?: readonly string[]): ToolResult {
  const message = toolWords(given, pictures);
  return {
    isError: true,
    content: [{ type: "text", text: `${code} ${message}` }],
    structuredContent: { code, message, findings: inToolWords(findings, pictures) },
  };
}
